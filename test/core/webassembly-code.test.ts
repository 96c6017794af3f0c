/** Is every module of WebAssembly what its source compiles to? `npm run webassembly` makes it so. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileWebAssembly, textFileOf, webAssemblySources } from "../support/compile-webassembly.ts";

const sources = webAssemblySources();

describe("a module of WebAssembly", () => {
  it("is there for names and for dot products", () => {
    expect(sources.map((source) => source.split(/[\\/]/).at(-1)).sort()).toEqual([
      "dot-products.assembly.ts",
      "name-table.assembly.ts",
    ]);
  });

  it.each(sources)("is what %s compiles to", async (source) => {
    expect(readFileSync(textFileOf(source), "utf8")).toBe(await compileWebAssembly(source));
  });
});
