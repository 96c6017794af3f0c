/**
 * What are the dot products of a vector with many points?
 * AssemblyScript, compiled to WebAssembly, as JavaScript has no instruction for two numbers at a time. Addresses are
 * offsets in memory, in bytes.
 */

/** Pages of memory, 64 KiB each. Unused pages need no memory. */
const PAGES = 72;
memory.grow(PAGES - memory.size());

/** The first byte that the caller may use. */
export const begin = (__heap_base + 15) & ~15;

/**
 * Adds in double precision, in the order of the vector.
 *
 * @param points numbers of 32 bits, in groups of eight points: the first number of each, then the second
 * @param vector of 64 bits, one number at least
 * @param sums   of 64 bits, one for each point
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
