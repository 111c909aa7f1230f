/// One value, or one key, of a document that has been read: what it is and where it stands.
///
/// Eight bytes, so that the tape of a document stays small. The tokens stand in the order of the
/// text; a container is followed by its members, an object's as key, value, key, value.
struct JSONToken {
  /// What a token stands for. Strings with escapes are told from those that can be copied as they
  /// stand, integers from numbers with a fraction or an exponent.
  enum Kind: UInt32 {
    case null, `false`, `true`, integer, number, string, escapedString, array, object
  }

  /// Where the value starts, in bytes; for a string the byte after the opening quotation mark.
  let offset: UInt32
  private var word: UInt32

  /// The largest extent a token can hold, hence the largest document: 256 MiB less one byte.
  static let maximumExtent = Int(UInt32.max >> 4)

  init(_ kind: Kind, offset: Int, extent: Int) {
    self.offset = UInt32(truncatingIfNeeded: offset)
    word = UInt32(truncatingIfNeeded: extent) << 4 | kind.rawValue
  }

  @inline(__always)
  var kind: Kind {
    Kind(rawValue: word & 0xF) ?? .null
  }

  /// For a scalar its length in bytes, without quotation marks; for a container the index of the
  /// token after its last member (while it is being read: the index of the container around it).
  @inline(__always)
  var extent: Int {
    get { Int(word >> 4) }
    set { word = UInt32(truncatingIfNeeded: newValue) << 4 | word & 0xF }
  }

  /// The bytes of a scalar, without quotation marks.
  @inline(__always)
  var range: Range<Int> {
    Int(offset)..<(Int(offset) + extent)
  }

  @inline(__always)
  var isContainer: Bool {
    word & 0xF >= Kind.array.rawValue
  }

  @inline(__always)
  var isString: Bool {
    kind == .string || kind == .escapedString
  }

  @inline(__always)
  var isNumber: Bool {
    kind == .integer || kind == .number
  }

  /// Where the value starts for a reader, the quotation mark included.
  var visibleOffset: Int {
    isString ? Int(offset) - 1 : Int(offset)
  }

  /// The kind in words, as in "found a number".
  var phrase: String {
    switch kind {
    case .null: "null"
    case .false, .true: "a boolean"
    case .integer, .number: "a number"
    case .string, .escapedString: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
