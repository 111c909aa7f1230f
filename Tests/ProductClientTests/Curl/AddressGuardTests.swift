import Testing

@testable import ProductClient

/// Which of an exchange's addresses are refused, and what the exchange then failed for.
@Suite(.timeLimit(.minutes(1)))
struct AddressGuardTests {
  private let inside = IPAddress("10.0.0.1")
  private let outside = IPAddress("8.8.8.8")

  @Test func theFirstRefusedAddressIsTold() {
    var guarding = AddressGuard(.publicOnly)
    #expect(guarding.refusal == nil)
    let answers = [guarding.mayOpen(inside), guarding.mayOpen(IPAddress("::1"))]
    #expect(answers == [false, false])
    #expect(guarding.refusal == "10.0.0.1 is a private address")
    #expect(!guarding.wantsOwnConnection)
  }

  @Test func whereAnotherAddressWasTriedItDidNotFailForThePolicy() {
    var guarding = AddressGuard(.publicOnly)
    let answers = [
      guarding.mayOpen(inside), guarding.mayOpen(outside), guarding.mayUse(connectionTo: outside),
    ]
    #expect(answers == [false, true, true])
    #expect(guarding.refusal == nil)
  }

  @Test func aConnectionThatStandsIsAskedAbout() {
    var guarding = AddressGuard(.publicOnly)
    let mayUse = guarding.mayUse(connectionTo: inside)
    #expect(!mayUse)
    #expect(guarding.wantsOwnConnection)
    #expect(guarding.refusal == "10.0.0.1 is a private address")
  }

  @Test func whatIsNotKnownIsRefused() {
    var guarding = AddressGuard(.custom { _ in true })
    let answers = [guarding.mayOpen(nil), guarding.mayUse(connectionTo: nil)]
    #expect(answers == [false, false])
    #expect(guarding.refusal != nil)
  }
}
