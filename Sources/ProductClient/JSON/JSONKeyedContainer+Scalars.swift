/// The scalars, one function for each: without them the standard library would box every call.
extension JSONKeyedContainer {
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try object.read(type, key) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try object.read(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try object.read(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try object.read(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try object.read(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try object.read(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try object.read(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try object.read(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try object.read(type, key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try object.read(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try object.read(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try object.read(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try object.read(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try object.read(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try object.read(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try object.read(type, key)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try object.readIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try object.readIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try object.readIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try object.readIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try object.readIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try object.readIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try object.readIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try object.readIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try object.readIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try object.readIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try object.readIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try object.readIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try object.readIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try object.readIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try object.readIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try object.readIfPresent(type, key)
  }
}
