/**
 * With which package managers, and on which versions of Node, can semqrel be installed and used? Packs the checkout,
 * installs the tarball in an empty folder with each package manager, labels the sample, and prints the table of
 * docs/installing.md. Everything comes from the package registry. Run: npx tsx scripts/installer-figures.ts
 * [--versions 20,22,24,26] [--only "Yarn 4"] The exit code is 1 if semqrel does not work somewhere.
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

interface Way {
  readonly name: string;
  /** The manager's package, and the file in it that Node runs, or a separate program. */
  readonly manager: string;
  readonly entry: string;
  readonly args: (tarball: string) => readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** How the manager runs Node if there is no node_modules. */
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

const ways: readonly Way[] = [
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

/** Installs a package from the registry alone, and returns its folder. */
function tool(name: string): string {
  const place = join(folder, "tools", name.replaceAll("/", "-"));
  if (!existsSync(place)) {
    mkdirSync(place, { recursive: true });
    const { status, said } = run("npm", ["install", "--prefix", place, name], place, process.env);
    if (status !== 0) throw new Error(`${name} could not be installed: ${said}`);
  }
  return place;
}

/** Returns "HNSW" or "exact" if semqrel works; "does not run" if the package manager needs another Node. */
function tryWay(way: Way, version: string, tarball: string): string {
  const place = mkdtempSync(join(folder, "app-"));
  const programs = join(tool(`node@${version}`), "node_modules/node/bin");
  const environment = {
    ...process.env,
    PATH: `${programs}:${process.env["PATH"]}`,
    npm_config_registry: registry,
    NPM_CONFIG_REGISTRY: registry,
    SEMQREL_CACHE: join(place, "cache"),
    // Without a question to the user.
    CI: "true",
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
  };
  try {
    const files = { "package.json": '{ "private": true, "type": "module" }', "program.js": program, ...way.files };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(place, name), content);
    const entry = join(tool(way.manager), way.entry);
    const node = join(programs, "node");
    const start = entry.endsWith(".exe") ? [entry] : [node, entry];
    const manage = (args: readonly string[]) =>
      run(start[0] as string, [...start.slice(1), ...args], place, environment);
    if (manage(["--version"]).status !== 0) return "does not run";
    const installed = manage(way.args(tarball));
    const used = way.node ? manage([...way.node, "program.js"]) : run(node, ["program.js"], place, environment);
    const said = way.node
      ? manage(["semqrel", "system", "doctor"])
      : run(node, ["node_modules/semqrel/dist/cli/main.js", "system", "doctor"], place, environment);
    console.error(`${way.name}, Node ${version}: ${installed.status} ${used.status}\n${installed.said.slice(-600)}`);
    const isUsable = used.status === 0 && existsSync(join(place, "labels/labels.csv"));
    if (!isUsable) {
      console.error(used.said.slice(-1500), said.said.slice(-1500));
      return "**fails**";
    }
    const search = /hnswlib-node loads/.test(said.said) ? "HNSW" : "exact";
    return installed.status === 0 ? search : `${search}; the installation ends with ${installed.status}`;
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
  for (const way of ways.filter(({ name }) => name.startsWith(values.only))) {
    rows.push(`| ${way.name} | ${versions.map((version) => tryWay(way, version, tarball)).join(" | ")} |`);
    console.error(rows.at(-1));
  }
  console.log(rows.join("\n"));
  process.exitCode = rows.some((row) => row.includes("**fails**")) ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
