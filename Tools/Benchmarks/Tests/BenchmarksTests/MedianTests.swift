import Testing

@testable import Benchmarks

@Suite("Median")
struct MedianTests {
    @Test(arguments: [([3.0], 3.0), ([1, 9, 2], 2), ([4, 1, 3, 2], 2.5)] as [([Double], Double)])
    func middle(values: [Double], expected: Double) {
        #expect(median(values) == expected)
    }
}
