/**
 * Does everything that is installed come from where the lock file says, under allowed licences, without running anything?
 * Each exception is in a table with its reason. A new package that needs one fails by name.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256File } from "../../src/core/files/read-whole.ts";
import { hasHnsw } from "../support/hnsw.ts";
import { root, runCli, temporaryFolder } from "../support/run-cli.ts";

interface LockedPackage {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: true;
  readonly devOptional?: true;
  readonly hasInstallScript?: true;
}

const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const project = read("package.json");
const lock: { readonly lockfileVersion: number; readonly packages: Readonly<Record<string, LockedPackage>> } =
  read("package-lock.json");
const installed = Object.entries(lock.packages).filter(([path]) => path !== "");
const nameOf = (path: string) => path.split("node_modules/").at(-1) ?? path;
const shipped = installed.filter(([, { dev, devOptional }]) => dev === undefined && devOptional === undefined);

describe("package-lock.json", () => {
  it("matches package.json: each range is the same, and contains the locked version", () => {
    const { version, license, engines, dependencies, devDependencies, optionalDependencies, peerDependencies } =
      project;
    expect(lock.packages[""]).toMatchObject({
      ...{ name: "semqrel", version, license, engines },
      ...{ dependencies, devDependencies, optionalDependencies, peerDependencies },
    });
    // Fails if a range has no version, or a version is in no range.
    const tree = JSON.parse(npm(["ls", "--all", "--package-lock-only", "--json"]));
    expect(tree.problems ?? []).toEqual([]);
    expect(Object.keys(tree.dependencies)).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  });

  it("names no host, so that mirrors work, and has a checksum of every package", () => {
    expect(lock.lockfileVersion).toBe(3);
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    const withoutSum = installed.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""));
    expect(withoutSum.map(([path]) => path)).toEqual([]);
  });
});

/** Packages that would run something when installed, and whether they may. */
const installScripts: Readonly<Record<string, { readonly runs: boolean; readonly because: string }>> = {
  "hnswlib-node": { runs: true, because: "compiles its C++ source; without it the search is exact" },
  esbuild: { runs: false, because: "only checks the binary that comes as a package of its own; tests alone need it" },
  protobufjs: { runs: false, because: "warns of version ranges; the bench of a checkout alone has it" },
  sharp: { runs: false, because: "looks for a libvips of the system; the bench of a checkout alone has it" },
};

describe("install scripts", () => {
  it("are in the list of reviewed install scripts", () => {
    // npm compiles if there is a binding.gyp, even without a script in package.json.
    const running = installed.filter(([path, { hasInstallScript }]) => {
      const { scripts = {} } = existsSync(join(root, path)) ? read(join(path, "package.json")) : {};
      const named = ["preinstall", "install", "postinstall"].some((name) => name in scripts);
      return hasInstallScript || named || existsSync(join(root, path, "binding.gyp"));
    });
    const names = running.map(([path]) => nameOf(path));
    // It is optional, and may be missing.
    expect([...new Set([...names, "hnswlib-node"])].sort()).toEqual(Object.keys(installScripts).sort());
  });

  it("run only for hnswlib-node if npm supports allowScripts (11 and later)", () => {
    const allowed = Object.fromEntries(Object.entries(installScripts).map(([name, { runs }]) => [name, runs]));
    expect(project.allowScripts, "allowScripts of package.json").toEqual(allowed);
  });
});

/** Permissive licences, which require that their notices are kept. */
const permissive = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD", "Python-2.0"];

function isAllowed(license: string): boolean {
  const all = license.replace(/[()]/g, "").split(" AND ");
  return all.every((part) => part.split(" OR ").some((one) => permissive.includes(one)));
}

describe("licences", () => {
  it.each([
    ["MIT", true],
    ["(MIT OR GPL-3.0-only)", true],
    ["MIT AND GPL-3.0-only", false],
    ["LGPL-3.0-or-later", false],
    ["UNLICENSED", false],
    ["", false],
  ])("with the text %j are allowed: %s", (license, allowed) => {
    expect(isAllowed(license)).toBe(allowed);
  });

  it("of everything in the package of semqrel are known and allowed", () => {
    const unknown = shipped.filter(([, { license = "" }]) => !isAllowed(license));
    expect(unknown.map(([path, { license }]) => `${nameOf(path)}: ${license}`)).toEqual([]);
    expect(shipped.length).toBeGreaterThan(50);
  });

  it("are the same in the installed packages as in the lock file", () => {
    const there = shipped.filter(([path]) => existsSync(join(root, path, "package.json")));
    expect(there.length).toBeGreaterThan(50);
    for (const [path, { version, license }] of there) {
      const found = read(join(path, "package.json"));
      expect([found.version, found.license], path).toEqual([version, license]);
    }
  });

  it("of packages that the build includes in single files are in NOTICES.md, with their versions and texts", () => {
    const notices = readFileSync(join(root, "NOTICES.md"), "utf8");
    const built = ["dist/model/embed/bundled-tokenizers.js", "dist/check/page/script.js"];
    const bundle = built.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
    const names = [...bundle.matchAll(/^ *\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)/gm)].map(([, name]) => name ?? "");
    const titles = [...new Set(names)].map((name) => `${name} ${read(`node_modules/${name}/package.json`).version}`);
    expect([...notices.matchAll(/^## (.* \d+\.\d+\.\d+)$/gm)].map(([, title]) => title).sort()).toEqual(titles.sort());
    for (const name of new Set(names)) {
      const file = join(root, "node_modules", name, "LICENSE");
      if (existsSync(file)) expect(notices, name).toContain(readFileSync(file, "utf8").trimEnd());
    }
  });

  it("are in docs/supply-chain.md as scripts/sbom.ts prints them", () => {
    const printed = script(["--licences"]);
    expect(printed.split("\n").length).toBeGreaterThan(6);
    expect(readFileSync(join(root, "docs/supply-chain.md"), "utf8")).toContain(printed);
  });
});

describe("scripts/sbom.ts", () => {
  it("lists every package in the package of semqrel, and no other", () => {
    const file = join(temporaryFolder(), "bom.json");
    expect(script([file])).toMatch(/^\d+ packages in /);
    const { bomFormat, components, dependencies } = JSON.parse(readFileSync(file, "utf8"));
    expect(bomFormat).toBe("CycloneDX");
    const listed = components.map((component: { "bom-ref": string }) => component["bom-ref"]);
    const expected = shipped.map(([path, { version }]) => `${nameOf(path)}@${version}`);
    expect([...listed].sort()).toEqual([...new Set(expected)].sort());
    const refs = new Set([...listed, `semqrel@${project.version}`]);
    for (const { ref, dependsOn } of dependencies)
      expect([ref, ...dependsOn].filter((one) => !refs.has(one))).toEqual([]);
  });
});

describe("native code", () => {
  it.skipIf(!hasHnsw)(
    "is loaded by label from two packages only, and @xenova/transformers comes only from the bundle",
    async () => {
      const file = (name: string) => `query,rank,title\nred,0,${name} apples\nred,1,${name} pears\n`;
      const folder = temporaryFolder({ "ref.csv": file("red"), "cand.csv": file("green") });
      const said = join(folder, "loaded.json");
      const hook = join(folder, "hook.cjs");
      writeFileSync(
        hook,
        `process.on("exit", () => require("fs").writeFileSync(${JSON.stringify(said)}, JSON.stringify([process.report.getReport().sharedObjects, Object.keys(require.cache)])));`,
      );
      const args = [
        "label",
        "--reference",
        "ref.csv",
        "--candidates",
        "cand.csv",
        "--indexes",
        "ix",
        "--out",
        "out",
        "-q",
      ];
      const { exitCode, stderr } = await runCli(args, { cwd: folder, env: { NODE_OPTIONS: `--require ${hook}` } });
      expect(exitCode, stderr).toBe(0);
      const [objects, modules]: [string[], string[]] = JSON.parse(readFileSync(said, "utf8"));
      const packages = new Set(objects.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));
      expect([...packages].sort()).toEqual(["hnswlib-node", "onnxruntime-node"]);
      expect(
        modules.filter((path) => /node_modules\/(?:@xenova|sharp|protobufjs|onnx-proto|onnxruntime-web)\//.test(path)),
      ).toEqual([]);
    },
  );
});

describe("the model", () => {
  it("has the checksums of SHA256SUMS, which lists all its files", async () => {
    const folder = join(root, "data/models/all-MiniLM-L6-v2");
    const lines = readFileSync(join(folder, "SHA256SUMS"), "utf8").trim().split("\n");
    const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "SHA256SUMS")
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll("\\", "/"),
      );
    expect([...sums.keys()].sort()).toEqual(files.sort());
    for (const [file, sum] of sums) expect(await sha256File(join(folder, file)), file).toBe(sum);
    // The weights from which it was made, as described in data/models/README.md.
    expect(readFileSync(join(root, "data/models/README.md"), "utf8")).toContain(
      "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    );
  });
});

function npm(args: readonly string[]): string {
  const options = { cwd: root, encoding: "utf8", shell: process.platform === "win32", maxBuffer: 1 << 26 } as const;
  return execFileSync("npm", args, { ...options, stdio: ["ignore", "pipe", "ignore"] });
}

function script(args: readonly string[]): string {
  return execFileSync(process.execPath, ["--import", "tsx", "scripts/sbom.ts", ...args], {
    cwd: root,
    encoding: "utf8",
  });
}
