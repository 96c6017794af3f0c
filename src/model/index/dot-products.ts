/**
 * What are the dot products of a vector with many points, several at once?
 * A few instructions of WebAssembly, as JavaScript has none for two numbers at a time. Each sum adds up in double
 * precision and in the order of `cosine`, so that it is the same to the last bit.
 */
import type { PointVectors } from "../../core/ports.ts";

/** Points that are summed at the same time: four registers of two sums each. */
const GROUP = 8;
const REGISTERS = [0, 1, 2, 3];
/** Of memory, 64 KiB each; pages that are never touched take none. */
const PAGES = 72;
const PAGE_SIZE = 65_536;

type Scan = (points: number, vector: number, vectorEnd: number, sums: number, groups: number) => void;

/**
 * Null where the points do not fit into its memory (some 3,000 of 384 numbers), and where the machine lacks such
 * instructions. All share the memory: asking by turns of two indexes is right, and slow.
 */
export function dotProducts(points: PointVectors): ((vector: Float32Array) => Float64Array) | null {
  const { vectors, dimensions, count } = points;
  const groups = Math.ceil(count / GROUP);
  const firstSum = 8 * dimensions;
  const firstPoint = firstSum + 8 * GROUP * groups;
  const isSmall = firstPoint + 4 * GROUP * groups * dimensions <= PAGES * PAGE_SIZE;
  if (!isSmall || count === 0 || dimensions === 0) return null;
  const machine = openMachine();
  if (machine === null) return null;
  const { memory, scan } = machine;
  const loaded = new Float32Array(memory, firstPoint, GROUP * groups * dimensions);
  const asked = new Float64Array(memory, 0, dimensions);
  const sums = new Float64Array(memory, firstSum, count);
  return (vector) => {
    if (machine.loaded !== points) {
      machine.loaded = points;
      for (let point = 0; point < count; point++) {
        const to = Math.floor(point / GROUP) * GROUP * dimensions + (point % GROUP);
        for (let place = 0; place < dimensions; place++) {
          loaded[to + place * GROUP] = vectors[point * dimensions + place] as number;
        }
      }
    }
    asked.set(vector);
    scan(firstPoint, 0, firstSum, firstSum, groups);
    return sums.slice();
  };
}

interface Machine {
  readonly memory: ArrayBuffer;
  readonly scan: Scan;
  /** Whose vectors are in the memory. */
  loaded: PointVectors | null;
}

/** As much of it as is used here: Node's types have none. */
interface Compiler {
  validate(code: Uint8Array): boolean;
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (
    module: object,
  ) => {
    readonly exports: { readonly memory: { readonly buffer: ArrayBuffer }; readonly scan: Scan };
  };
}

let opened: Machine | null | undefined;

function openMachine(): Machine | null {
  if (opened !== undefined) return opened;
  opened = null;
  const code = assemble();
  // Node has no WebAssembly where it may not compile.
  const { WebAssembly: compiler } = globalThis as unknown as { readonly WebAssembly?: Compiler };
  if (compiler?.validate(code) !== true) return opened;
  const { exports } = new compiler.Instance(new compiler.Module(code));
  opened = { memory: exports.memory.buffer, scan: exports.scan, loaded: null };
  return opened;
}

/**
 * The module, in the binary format of WebAssembly 2.0. For each group of points it sets four registers to 0, walks along
 * the vector, and stores eight sums. Points lie group by group: the first number of all eight, then the second.
 */
function assemble(): Uint8Array<ArrayBuffer> {
  const [points, vector, vectorEnd, sums, groups, place, register, value] = [0, 1, 2, 3, 4, 5, 6, 10];
  const get = (local: number) => [0x20, local];
  const set = (local: number) => [0x21, local];
  const setAndKeep = (local: number) => [0x22, local];
  const advance = (local: number, bytes: number) => [...get(local), 0x41, ...signed(bytes), 0x6a];
  const loop = [0x03, 0x40];
  const again = [0x0d, 0];
  const end = 0x0b;
  const simd = (instruction: number, ...operands: readonly number[]) => [0xfd, ...unsigned(instruction), ...operands];
  const [zero, repeat, loadTwo, widen, times, plus] = [12, 10, 93, 95, 242, 240];
  const aligned = 3;
  const body = [
    ...[2, 1, 0x7f, 5, 0x7b], // Locals: a place, four registers and the value of the vector there, twice.
    ...loop,
    ...REGISTERS.flatMap((of) => [...simd(zero, ...Array<number>(16).fill(0)), ...set(register + of)]),
    ...[...get(vector), ...set(place)],
    ...loop,
    ...[...get(place), ...simd(repeat, aligned, 0), ...set(value)],
    ...REGISTERS.flatMap((of) => [
      ...[...get(register + of), ...get(points), ...simd(loadTwo, aligned, 8 * of), ...simd(widen)],
      ...[...get(value), ...simd(times), ...simd(plus), ...set(register + of)],
    ]),
    ...[...advance(points, 4 * GROUP), ...set(points)],
    ...[...advance(place, 8), ...setAndKeep(place), ...get(vectorEnd), 0x49, ...again, end],
    ...REGISTERS.flatMap((of) => [...get(sums), ...get(register + of), ...simd(11, aligned, 16 * of)]),
    ...[...advance(sums, 8 * GROUP), ...set(sums)],
    ...[...advance(groups, -1), ...setAndKeep(groups), ...again, end],
    end,
  ];
  const name = (text: string) => [text.length, ...Array.from(text, (letter) => letter.charCodeAt(0))];
  const section = (id: number, ...bytes: readonly number[]) => [id, ...unsigned(bytes.length), ...bytes];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 5, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0), // Five whole numbers, no result.
    ...section(3, 1, 0),
    ...section(5, 1, 1, ...unsigned(PAGES), ...unsigned(PAGES)),
    ...section(7, 2, ...name("memory"), 2, 0, ...name("scan"), 0, 0),
    ...section(10, 1, ...unsigned(body.length), ...body),
  ]);
}

/** Seven bits a byte, the lowest first. */
function unsigned(number: number): number[] {
  return number < 128 ? [number] : [(number & 127) | 128, ...unsigned(number >>> 7)];
}

/** @param number -64..8191 */
function signed(number: number): number[] {
  return number < 64 ? [number & 127] : [(number & 127) | 128, number >> 7];
}
