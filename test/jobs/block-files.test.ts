/** Does every block get its text completely and in order? */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { blockFiles } from "../../src/jobs/plan-blocks.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const textOf = async (bytes: Promise<Uint8Array>) => new TextDecoder().decode(await bytes);

describe("blockFiles", () => {
  it("keeps the order of rows in each block, even if the text exceeds the buffer", async () => {
    const files = blockFiles(join(temporaryFolder(), "blocks"));
    const line = "ä".repeat(1 << 20);
    // 40 MB, so it is flushed several times.
    for (let number = 0; number < 40; number++) files.append(number % 3, `${number} ${line}\n`);
    files.flush();
    const lines = (await textOf(files.read(1))).trimEnd().split("\n");
    expect(lines.map((one) => Number.parseInt(one, 10))).toEqual(
      Array.from({ length: 13 }, (_, place) => 3 * place + 1),
    );
    expect(lines.every((one) => one.endsWith(` ${line}`))).toBe(true);
  });

  it("empties the folder first, and can replace the file of a block", async () => {
    const folder = join(temporaryFolder(), "blocks");
    const before = blockFiles(folder);
    before.append(7, "old\n");
    before.flush();
    const files = blockFiles(folder);
    expect(readdirSync(folder)).toEqual([]);
    files.append(0, "first\n");
    files.flush();
    files.replace(0, "other\n");
    expect(await textOf(files.read(0))).toBe("other\n");
  });
});
