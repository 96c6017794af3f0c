/** Written in AssemblyScript, because JavaScript has no SIMD instructions. Addresses are byte offsets in memory. */

/** Size of the memory in pages of 64 KiB. Unused pages take no physical memory. */
const PAGES = 72;
memory.grow(PAGES - memory.size());

/** Address of the first byte that the caller may use. */
export const begin = (__heap_base + 15) & ~15;

/**
 * Computes dot products of a vector with points. Adds in double precision, in the order of the vector.
 * @param points - 32-bit numbers, in groups of eight points: the first number of each point, then the second, and so on
 * @param vector - 64-bit numbers, at least one
 * @param sums   - 64-bit numbers, one per point
 */
export function sumUp(points: usize, vector: usize, vectorEnd: usize, sums: usize, sumsEnd: usize): void {
  for (; sums < sumsEnd; sums += 64) {
    let one = f64x2.splat(0);
    let two = f64x2.splat(0);
    let three = f64x2.splat(0);
    let four = f64x2.splat(0);
    for (let place = vector; place < vectorEnd; place += 8) {
      const value = v128.load64_splat(place);
      one = f64x2.add(one, f64x2.mul(f64x2.promote_low_f32x4(v128.load64_zero(points)), value));
      two = f64x2.add(two, f64x2.mul(f64x2.promote_low_f32x4(v128.load64_zero(points, 8)), value));
      three = f64x2.add(three, f64x2.mul(f64x2.promote_low_f32x4(v128.load64_zero(points, 16)), value));
      four = f64x2.add(four, f64x2.mul(f64x2.promote_low_f32x4(v128.load64_zero(points, 24)), value));
      points += 32;
    }
    v128.store(sums, one);
    v128.store(sums, two, 16);
    v128.store(sums, three, 32);
    v128.store(sums, four, 48);
  }
}
