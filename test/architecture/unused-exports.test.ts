/**
 * Is everything that a file of src/ exports public, or used by another file? If only its own tests use it, the file itself
 * must use it, too. Otherwise it is dead.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/run-cli.ts";

/** Public, started as a program, or used to make a file of docs/schema. */
const entries = /^src\/(?:index|entries\/\w+|cli\/main|jobs\/child-main|cli\/configuration\/configuration-schema)\.ts$/;

type Sources = ReadonlyMap<string, string>;

/** `file name` for every named import from another file; `file *` if it imports everything. */
function importsOf(sources: Sources): Set<string> {
  const found = new Set<string>();
  for (const [file, text] of sources) {
    const resolve = (from = "") => posix.normalize(posix.join(posix.dirname(file), from));
    const named = [
      ...text.matchAll(/\b(?:import|export)\s+(?:type\s+)?(?:\w+,\s*)?\{([^}]*)\}\s+from\s+"(\.[^"]+)"/g),
      ...text.matchAll(/\{([^{}]*)\}\s*=\s*await\s+import\(\s*"(\.[^"]+)"/g),
    ];
    for (const [, names = "", from] of named) {
      for (const name of names.split(","))
        found.add(`${resolve(from)} ${/\w+/.exec(name.replace(/\btype\s/, ""))?.[0]}`);
    }
    const whole = [
      ...text.matchAll(/\*(?:\s+as\s+\w+)?\s+from\s+"(\.[^"]+)"/g),
      ...text.matchAll(/(?<!\}\s*=\s*await\s+)import\(\s*"(\.[^"]+)"/g),
    ];
    for (const [, from] of whole) found.add(`${resolve(from)} *`);
  }
  return found;
}

function unusedExports(sources: Sources): string[] {
  const imports = importsOf(sources);
  return [...sources].flatMap(([file, text]) =>
    [
      ...text.matchAll(
        /^export\s+(?:abstract\s+|async\s+|const\s+enum\s+)?(?:function\*?|const|let|class|interface|type|enum)\s+(\w+)/gm,
      ),
    ]
      .map(([, name = ""]) => name)
      .filter((name) => !entries.test(file) && !imports.has(`${file} ${name}`) && !imports.has(`${file} *`))
      .filter((name) => text.match(new RegExp(`\\b${name}\\b`, "g"))?.length === 1)
      .map((name) => `${file} ${name}`),
  );
}

describe("exports", () => {
  it("of src/ are all used", () => {
    const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
      // Exports of WebAssembly are declared in name-table.ts and dot-products.ts.
      .filter((path) => path.endsWith(".ts") && !path.endsWith(".assembly.ts"))
      .map((path) => posix.join("src", path));
    expect(files.length).toBeGreaterThan(300);
    expect(unusedExports(new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")])))).toEqual([]);
  });

  it("that no other file uses are found", () => {
    const planted = new Map([
      [
        "src/a/one.ts",
        "export function used() {}\nexport const lost = 1;\nexport type Seen = 1;\nconst x: Seen = 1;\n",
      ],
      ["src/b/two.ts", 'import { used } from "../a/one.ts";\nexport * from "./three.ts";\n'],
      ["src/b/three.ts", "export interface Whole {}\n"],
      ["src/b/late.ts", "export async function late() {}\nexport function never() {}\n"],
      ["src/b/four.ts", 'const { late } = await import("./late.ts");\n'],
    ]);
    expect(unusedExports(planted)).toEqual(["src/a/one.ts lost", "src/b/late.ts never"]);
  });
});
