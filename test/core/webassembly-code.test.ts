/** Is every WebAssembly module up to date with its source? `npm run webassembly` compiles them. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileWebAssembly, textFileOf, webAssemblySources } from "../support/compile-webassembly.ts";

const sources = webAssemblySources();

describe("a WebAssembly module", () => {
  it("exists for name tables and for dot products", () => {
    expect(sources.map((source) => source.split(/[\\/]/).at(-1)).sort()).toEqual([
      "dot-products.assembly.ts",
      "name-table.assembly.ts",
    ]);
  });

  it.each(sources)("is equal to the compiled %s", async (source) => {
    expect(readFileSync(textFileOf(source), "utf8")).toBe(await compileWebAssembly(source));
  });
});
