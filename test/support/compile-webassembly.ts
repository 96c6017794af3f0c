/** Compiles src/'s WebAssembly. As a program (`npm run webassembly`), it writes all .wasm.ts files. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

/** Sources, relative to the project's folder. */
export function webAssemblySources(): string[] {
  return readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".assembly.ts"))
    .map((path) => join("src", path));
}

/** The file that contains the module in base 64. */
export function textFileOf(source: string): string {
  return source.replace(".assembly.ts", ".wasm.ts");
}

/** The expected content of that file. */
export async function compileWebAssembly(source: string): Promise<string> {
  let code = "";
  const { error, stderr } = await asc.main(
    [source, "--outFile", "code.wasm", "-O3", "--runtime", "stub", "--noAssert", "--use", "abort=", "--enable", "simd"],
    {
      readFile: (name, base) => (existsSync(join(base, name)) ? readFileSync(join(base, name), "utf8") : null),
      writeFile: (_, contents) => {
        code = Buffer.from(contents).toString("base64");
      },
    },
  );
  if (error) throw new Error(`${error.message}\n${stderr}`);
  return `/** Compiled from the .assembly.ts beside it: npm run webassembly. */\nexport const code: string =\n  "${code}";\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const source of webAssemblySources()) writeFileSync(textFileOf(source), await compileWebAssembly(source));
}
