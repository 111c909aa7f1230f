// expect: 'continuation' consumed more than once
@testable import ProductClient

func finish(_ continuation: consuming ResumeOnce<Int>) {
  continuation.resume(returning: 1)
  continuation.resume(returning: 2)
}
