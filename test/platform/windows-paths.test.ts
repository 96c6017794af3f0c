/** Are Windows paths read as paths, not as engine names or addresses? */
import { describe, expect, it, vi } from "vitest";

vi.mock("node:path", async (original) => {
  const { win32 } = await original<typeof import("node:path")>();
  return { ...win32, default: win32 };
});

const { namedFile } = await import("../../src/io/results/results-file.ts");
const { pathStem } = await import("../../src/io/results/results-file.ts");
const { engineOfPath } = await import("../../src/io/results/results-file.ts");

describe("on Windows", () => {
  it.each([
    ["C:\\lists\\scopus.csv", null, "C:\\lists\\scopus.csv"],
    ["scopus=C:\\lists\\a.csv", "scopus", "C:\\lists\\a.csv"],
    ["C:\\may=june\\a.csv", null, "C:\\may=june\\a.csv"],
    ["C:/may=june/a.csv", null, "C:/may=june/a.csv"],
    ["\\\\server\\share\\a=b.csv", null, "\\\\server\\share\\a=b.csv"],
    [".\\a=b.csv", null, ".\\a=b.csv"],
    ["C:a=b.csv", null, "C:a=b.csv"],
  ])("%s means engine %s and file %s", (given, engine, path) => {
    expect(namedFile(given)).toEqual({ engine, path });
  });

  it("an engine is named after its file, without drive and folders", () => {
    expect(pathStem("C:\\lists\\scopus.csv.gz")).toBe("scopus");
    expect(engineOfPath("C:\\lists\\explorer.jsonl")).toBe("explorer");
    expect(engineOfPath("C:scopus.csv")).toBe("scopus");
    expect(engineOfPath("C:/lists/bm25.run")).toBe("bm25");
  });
});
