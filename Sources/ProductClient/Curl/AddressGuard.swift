/// Holds the addresses of one exchange against its policy, and remembers why it refused one. Pure.
struct AddressGuard {
  private let policy: AddressPolicy
  /// Why the first address that was refused was refused.
  private var objectionToAddress: String?
  /// Why a connection that stood already was refused.
  private var objectionToConnection: String?
  private var hasOpened = false

  init(_ policy: AddressPolicy) {
    self.policy = policy
  }

  /// Whether a connection may be opened to the address; nil stands for none that we know.
  mutating func mayOpen(_ address: IPAddress?) -> Bool {
    guard let objection = objection(to: address) else {
      hasOpened = true
      return true
    }
    objectionToAddress = objectionToAddress ?? objection
    return false
  }

  /// Whether the request may go over the connection, new or not, that it was given.
  mutating func mayUse(connectionTo address: IPAddress?) -> Bool {
    objectionToConnection = objection(to: address)
    return objectionToConnection == nil
  }

  /// Whether the exchange failed for the connection it was given. On one of its own it may do.
  var wantsOwnConnection: Bool { objectionToConnection != nil }

  /// Why the exchange failed, if it was for the policy. Where one address was refused and another
  /// could not be connected to, it was not.
  var refusal: String? {
    objectionToConnection ?? (hasOpened ? nil : objectionToAddress)
  }

  private func objection(to address: IPAddress?) -> String? {
    guard let address else { return "it is not an address of the Internet Protocol" }
    return policy.objection(to: address)
  }
}
