/**
 * Does every reader either read a damaged file or report what is wrong, and where?
 * SEMQREL_FUZZ is the number of files (20,000 take some minutes), SEMQREL_FAULT_SEED the seed.
 */
import { expect, it } from "vitest";
import { fuzzReaders } from "./fuzz-readers.ts";

const count = Number(process.env["SEMQREL_FUZZ"] ?? 400);
const seed = Number(process.env["SEMQREL_FAULT_SEED"] ?? 1);

it(
  `the readers read or refuse ${count} damaged files, without a crash, a hang or a gigabyte of memory`,
  async () => {
    const { read, refused, codes, findings, slowest, megabytes } = await fuzzReaders(count, seed);
    expect(findings).toEqual([]);
    expect(read + refused).toBe(count);
    // Otherwise the files would be damaged too much or too little, and show nothing.
    expect(read).toBeGreaterThan(count / 10);
    expect(refused).toBeGreaterThan(count / 5);
    expect(codes.size).toBeGreaterThanOrEqual(8);
    if (process.env["SEMQREL_FUZZ"] === undefined) return;
    const counts = [...codes].sort(([, one], [, other]) => other - one).map(([code, times]) => `${code} ${times}`);
    process.stderr.write(
      `${count} damaged files, seed ${seed}: ${read} read, ${refused} refused (${counts.join(", ")}), ` +
        `slowest ${slowest?.seconds?.toFixed(2)} s (case ${slowest?.number}, ${slowest?.reader} of ${slowest?.file}), ${Math.round(megabytes)} MB at most\n`,
    );
  },
  60_000 + count * 200,
);
