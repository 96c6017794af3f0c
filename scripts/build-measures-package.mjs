/**
 * Builds the package semqrel-measures from the sources of semqrel/measures: one module and its types, without
 * dependencies, for browsers, Deno, Bun and Node. Run: npm run measures-package (then npm publish dist/measures-package)
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "dist/measures-package");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

await build({
  entryPoints: [join(root, "src/entries/measures.ts")],
  outfile: join(folder, "index.js"),
  bundle: true,
  format: "esm",
  // The build fails if a module of Node is imported, because browsers do not have these modules.
  platform: "browser",
  target: "es2022",
  minify: true,
  logLevel: "warning",
});
const types = [
  "--plugin",
  "dts",
  "--input",
  join(root, "dist/entries/measures.d.ts"),
  "--file",
  join(folder, "index.d.ts"),
];
execFileSync(
  process.execPath,
  [join(root, "node_modules/rollup/dist/bin/rollup"), ...types, "--failAfterWarnings", "--silent"],
  {
    stdio: "inherit",
  },
);

const { version, license, author, repository, homepage, bugs } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
const description = {
  name: "semqrel-measures",
  version,
  description: "nDCG, AP, RBP, ERR and more, equal to trec_eval and ir_measures, without dependencies.",
  license,
  author,
  repository,
  homepage,
  bugs,
  keywords: ["information retrieval", "search evaluation", "ndcg", "trec_eval", "qrels"],
  type: "module",
  sideEffects: false,
  exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
  files: ["index.js", "index.d.ts"],
};
writeFileSync(join(folder, "package.json"), `${JSON.stringify(description, null, 2)}\n`);
// Links to other pages become text, because these pages are not in the package.
const page = readFileSync(join(root, "docs/measures-package.md"), "utf8").replace(
  /\[([^\]]+)\]\((?!https:)[^)]+\)/g,
  "$1",
);
writeFileSync(join(folder, "README.md"), page);
copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
