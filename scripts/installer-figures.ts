/**
 * Tests with which package managers and versions of Node semqrel can be installed and used. Packs the checkout,
 * installs the tarball in an empty folder with each package manager, labels the sample, and prints the table of
 * docs/installing.md. Package managers and Node come from the package registry. The exit code is 1 if semqrel fails.
 * Run: npx tsx scripts/installer-figures.ts [--versions 20,22,24,26] [--only "Yarn 4"]
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { versions: { type: "string", default: "20,22,24,26" }, only: { type: "string", default: "" } },
});
const folder = mkdtempSync(join(tmpdir(), "installers-"));
const checkout = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const registry = spawnSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).stdout.trim();

interface Installer {
  readonly name: string;
  /** The package of the package manager, and the file in it to run: with Node, or by itself if it ends in .exe. */
  readonly manager: string;
  readonly entry: string;
  readonly args: (tarball: string) => readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** Arguments with which the package manager runs Node if there is no node_modules. */
  readonly node?: readonly string[];
}

const npm = { manager: "npm@11", entry: "node_modules/npm/bin/npm-cli.js" };
const pnpm10 = { manager: "pnpm@10", entry: "node_modules/pnpm/bin/pnpm.cjs" };
const pnpm11 = { manager: "pnpm@11", entry: "node_modules/pnpm/bin/pnpm.mjs" };
const yarn1 = { manager: "yarn@1.22", entry: "node_modules/yarn/bin/yarn.js" };
const yarn4 = { manager: "@yarnpkg/cli-dist@4", entry: "node_modules/@yarnpkg/cli-dist/bin/yarn.js" };
const bun = { manager: "bun@1", entry: "node_modules/bun/bin/bun.exe" };
const add = (...flags: readonly string[]) => {
  return (tarball: string) => ["add", ...flags, tarball];
};
const yarnSettings = (linker: string) =>
  `nodeLinker: ${linker}\nenableGlobalCache: true\nenableScripts: true\nnpmMinimalAgeGate: 0\nnpmRegistryServer: "${registry}"\n`;
const built = '{ "private": true, "type": "module", "dependenciesMeta": { "hnswlib-node": { "built": true } } }';
const unbuilt = '{ "private": true, "type": "module", "dependenciesMeta": { "hnswlib-node": { "built": false } } }';
const pnp = ["node"];

const installers: readonly Installer[] = [
  { name: "npm 11", ...npm, args: (tarball) => ["install", tarball] },
  { name: "npm 11 `--ignore-scripts`", ...npm, args: (tarball) => ["install", "--ignore-scripts", tarball] },
  { name: "pnpm 10", ...pnpm10, args: add() },
  { name: "pnpm 11", ...pnpm11, args: add() },
  { name: "pnpm 11 `--ignore-scripts`", ...pnpm11, args: add("--ignore-scripts") },
  { name: "pnpm 11 `--allow-build=hnswlib-node`", ...pnpm11, args: add("--allow-build=hnswlib-node") },
  { name: "Yarn 1", ...yarn1, args: add() },
  { name: "Yarn 1 `--ignore-scripts`", ...yarn1, args: add("--ignore-scripts") },
  ...(["node-modules", "pnp"] as const).flatMap((linker) => {
    const node = linker === "pnp" ? { node: pnp } : {};
    const files = (project: string) => ({
      "package.json": project,
      ".yarnrc.yml": yarnSettings(linker),
      "yarn.lock": "",
    });
    const name = `Yarn 4, linker ${linker}`;
    const common = { ...yarn4, ...node, args: (tarball: string) => ["add", `semqrel@file:${tarball}`] };
    return [
      { ...common, name: `${name}, \`built: true\``, files: files(built) },
      { ...common, name: `${name}, \`built: false\``, files: files(unbuilt) },
    ];
  }),
  { name: "Bun 1", ...bun, args: add() },
  { name: "Bun 1 `--ignore-scripts`", ...bun, args: add("--ignore-scripts") },
];

const program = `
import { label } from "semqrel";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
const own = dirname(createRequire(import.meta.url).resolve("semqrel/package.json"));
const sample = (name) => join(own, "data/samples", name);
await label(sample("library.csv"), [sample("explorer.csv")], { out: "labels", cache: false });
`;

function run(command: string, args: readonly string[], cwd: string, environment: NodeJS.ProcessEnv) {
  const limits = { timeout: 300_000, maxBuffer: 1 << 26 } as const;
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env: environment, encoding: "utf8", ...limits });
  return { status, said: `${stdout}${stderr}` };
}

/** Installs a package from the registry into a separate folder, and returns this folder. */
function tool(name: string): string {
  const place = join(folder, "tools", name.replaceAll("/", "-"));
  if (!existsSync(place)) {
    mkdirSync(place, { recursive: true });
    const { status, said } = run("npm", ["install", "--prefix", place, name], place, process.env);
    if (status !== 0) throw new Error(`${name} could not be installed: ${said}`);
  }
  return place;
}

/** Returns "HNSW" or "exact" if semqrel works; "does not run" if the package manager needs another version of Node. */
function tryInstaller(installer: Installer, version: string, tarball: string): string {
  const place = mkdtempSync(join(folder, "app-"));
  const programs = join(tool(`node@${version}`), "node_modules/node/bin");
  const environment = {
    ...process.env,
    PATH: `${programs}:${process.env["PATH"]}`,
    npm_config_registry: registry,
    NPM_CONFIG_REGISTRY: registry,
    SEMQREL_CACHE: join(place, "cache"),
    // Package managers then ask the user no questions.
    CI: "true",
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
  };
  try {
    const files = {
      "package.json": '{ "private": true, "type": "module" }',
      "program.js": program,
      ...installer.files,
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(place, name), content);
    const entry = join(tool(installer.manager), installer.entry);
    const node = join(programs, "node");
    const start = entry.endsWith(".exe") ? [entry] : [node, entry];
    const manage = (args: readonly string[]) =>
      run(start[0] as string, [...start.slice(1), ...args], place, environment);
    if (manage(["--version"]).status !== 0) return "does not run";
    const installed = manage(installer.args(tarball));
    const used = installer.node
      ? manage([...installer.node, "program.js"])
      : run(node, ["program.js"], place, environment);
    const said = installer.node
      ? manage(["semqrel", "system", "doctor"])
      : run(node, ["node_modules/semqrel/dist/cli/main.js", "system", "doctor"], place, environment);
    console.error(
      `${installer.name}, Node ${version}: ${installed.status} ${used.status}\n${installed.said.slice(-600)}`,
    );
    const isUsable = used.status === 0 && existsSync(join(place, "labels/labels.csv"));
    if (!isUsable) {
      console.error(used.said.slice(-1500), said.said.slice(-1500));
      return "**fails**";
    }
    const search = /hnswlib-node loads/.test(said.said) ? "HNSW" : "exact";
    return installed.status === 0 ? search : `${search}; the installation ends with exit code ${installed.status}`;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

try {
  const packed = run(
    "npm",
    ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder],
    checkout,
    process.env,
  );
  const tarball = join(folder, packed.said.trim().split("\n").at(-1) ?? "");
  const versions = values.versions.split(",");
  const rows = [`| installed with | ${versions.map((version) => `Node ${version}`).join(" | ")} |`];
  rows.push(`|---|${versions.map(() => "---|").join("")}`);
  for (const installer of installers.filter(({ name }) => name.startsWith(values.only))) {
    const cells = versions.map((version) => tryInstaller(installer, version, tarball));
    rows.push(`| ${installer.name} | ${cells.join(" | ")} |`);
    console.error(rows.at(-1));
  }
  console.log(rows.join("\n"));
  process.exitCode = rows.some((row) => row.includes("**fails**")) ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
