/**
 * Does semqrel work for somebody who has a package registry, and nothing else? Do links in its pages lead to files in the
 * package? Packs it, installs the tarball into an empty folder with an empty home, without a compiler or Node's headers, and
 * follows the documents there. Skipped if no registry answers, but never in CI.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join, posix } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { root, runCli, temporaryFolder } from "../support/run-cli.ts";

const inCi = process.env["CI"] !== undefined;
const setting = (name: string) => execFileSync("npm", ["config", "get", name], { encoding: "utf8" }).trim();
const registry = setting("registry");
const isWindows = process.platform === "win32";
const canInstall =
  !isWindows && (inCi || spawnSync("npm", ["ping", "--fetch-retries=0", "--fetch-timeout=5000"]).status === 0);
const why = isWindows ? "needs symbolic links" : canInstall ? "" : "no package registry answers";

const folder = temporaryFolder();
const app = join(folder, "app");
const samples = "node_modules/semqrel/data/samples";

/** Only the user's way to reach the registry, and the programs that Node and npm need. */
function emptyAccount(): NodeJS.ProcessEnv {
  const programs = join(folder, "programs");
  mkdirSync(programs);
  mkdirSync(join(folder, "home"));
  symlinkSync(process.execPath, join(programs, "node"));
  for (const name of ["npm", "npx", "sh"]) symlinkSync(pathOf(name), join(programs, name));
  const certificates = process.env["NODE_EXTRA_CA_CERTS"];
  return {
    ...(certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates }),
    HOME: join(folder, "home"),
    PATH: programs,
    npm_config_registry: registry,
    npm_config_update_notifier: "false",
    // Outside CI, npm's cache saves a minute.
    ...(inCi ? {} : { npm_config_cache: setting("cache") }),
  };
}

function pathOf(program: string): string {
  const places = (process.env["PATH"] ?? "").split(delimiter).map((place) => join(place, program));
  return places.find((place) => existsSync(place)) ?? program;
}

/** The existing dist/, because building it would remove it first, while other tests use it. */
const packing = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
const [packed]: [Packed] = JSON.parse(
  execFileSync("npm", packing, { cwd: root, shell: isWindows, stdio: ["ignore", "pipe", "ignore"] }).toString(),
);
const paths = packed.files.map(({ path }) => path);

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

describe.skipIf(!canInstall)(
  `the package, installed from the registry alone${why && ` (skipped: ${why})`}`,
  { timeout: 180_000 },
  () => {
    let environment: NodeJS.ProcessEnv;
    let installed: { readonly status: number | null; readonly said: string };

    const start = (program: string, args: readonly string[]) => {
      // A silent registry would block everything: vitest cannot end what waits for a process.
      const limits = { timeout: 280_000, killSignal: "SIGKILL" } as const;
      const options = { cwd: app, env: environment, encoding: "utf8", ...limits } as const;
      const { status, stdout, stderr } = spawnSync(program, args, options);
      return { status, stdout, stderr, said: stdout + stderr };
    };

    beforeAll(() => {
      mkdirSync(app);
      writeFileSync(join(app, "package.json"), '{ "private": true, "type": "module" }');
      environment = emptyAccount();
      installed = start("npm", ["install", "--no-audit", "--no-fund", join(folder, packed.filename)]);
    }, 300_000);

    it("is a tarball of up to 60 MB, with only the program, types, model and documents", () => {
      expect(packed.size).toBeLessThanOrEqual(60e6);
      expect(paths.length).toBeLessThan(500);
      expect(paths).toEqual(
        expect.arrayContaining([
          ...[
            "LICENSE",
            "NOTICES.md",
            "README.md",
            "CHANGELOG.md",
            "SECURITY.md",
            "package.json",
            "docs/schema/label.schema.json",
          ],
          ...["dist/index.js", "dist/index.d.ts", "dist/entries/measures.d.ts", "dist/entries/statistics.js"],
          ...["data/models/all-MiniLM-L6-v2/onnx/model.onnx", "data/samples/library.csv"],
        ]),
      );
      const known =
        /^(?:[A-Z]+(?:\.md)?|package\.json|dist\/.*\.(?:js|d\.ts)|data\/(?:models|samples)\/.*|docs\/.*\.(?:md|json)|docs\/images\/.*\.(?:png|svg)|docs\/recipes\/.*\.(?:sh|yml)|scripts\/.*\.ts)$/;
      expect(paths.filter((path) => !known.test(path))).toEqual([]);
    });

    it("is installed without a compiler, in up to 350 MB, and from the registry only", () => {
      expect(installed.status, installed.said).toBe(0);
      const inside = readdirSync(join(app, "node_modules"), { recursive: true, withFileTypes: true });
      const files = inside.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      const size = files.reduce((sum, file) => sum + statSync(file).size, 0);
      expect(size).toBeGreaterThan(100e6);
      expect(size).toBeLessThanOrEqual(350e6);

      const lock: { packages: Record<string, { resolved: string; hasInstallScript?: true }> } = JSON.parse(
        readFileSync(join(app, "node_modules/.package-lock.json"), "utf8"),
      );
      const packages = Object.entries(lock.packages).map(([path, found]) => ({ name: path.slice(13), ...found }));
      expect(packages.map(({ name }) => name)).not.toContain("@xenova/transformers");
      // A mirror may say where it has them from.
      const hosts = [new URL(registry).host, "registry.npmjs.org"];
      const others = packages.filter(
        ({ name, resolved }) => name !== "semqrel" && !hosts.includes(new URL(resolved).host),
      );
      expect(others).toEqual([]);
      // hnswlib-node could not be compiled.
      const scripts = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
      expect(scripts).toEqual([]);
      expect(existsSync(join(app, "node_modules/hnswlib-node"))).toBe(false);
    });

    it("labels the samples with npx by exact search, with a warning and the same labels as a checkout", async () => {
      const results = (place: string) => [
        "--reference",
        `${place}/library.csv`,
        "--candidates",
        `${place}/explorer.csv`,
        // Several threads keep the processor busy while they wait for each other.
        ...["--threads", "1"],
      ];
      const { status, stderr } = start("npx", ["semqrel", "label", ...results(samples), "--out", "labels"]);
      expect(status, stderr).toBe(0);
      expect(stderr).toContain(
        "hnswlib-node is not installed. npm could not compile it and skipped it: this machine lacks a C++ compiler",
      );
      const there = join(temporaryFolder(), "labels");
      const checkout = await runCli(["label", ...results("data/samples"), "--out", there], { cwd: root });
      expect(checkout.exitCode, checkout.stderr).toBe(0);
      const labels = readFileSync(join(app, "labels/labels.csv"), "utf8");
      expect(labels.split("\n").length).toBeGreaterThan(200);
      expect(labels).toBe(readFileSync(join(there, "labels.csv"), "utf8"));
    });

    it("can be bundled without hnswlib-node, as docs/installing.md says", () => {
      writeFileSync(join(app, "bundled.js"), 'import { label } from "semqrel";\nconsole.log(typeof label);\n');
      const esbuild = join(root, "node_modules/esbuild/bin/esbuild");
      const flags = ["--bundle", "--platform=node", "--format=esm", "--external:semqrel", "--outfile=program.mjs"];
      const made = start(esbuild, ["bundled.js", ...flags]);
      expect(made.status, made.said).toBe(0);
      expect(start("node", ["program.mjs"]).said).toBe("function\n");
    });

    it("contains scripts that run with a user's own files, as their first lines say", { timeout: 280_000 }, () => {
      const titles = ["Red apples", "Green pears", "Blue plums"];
      const table = (header: string, rows: readonly (readonly (string | number)[])[]) =>
        `${[header, ...rows.map((row) => row.join(","))].join("\n")}\n`;
      const list = (order: readonly number[]) =>
        table(
          "query,rank,title",
          ["fruit", "jam"].flatMap((query) => order.map((one, rank) => [query, rank, `${titles[one]} (${query})`])),
        );
      const grades = ["fruit", "jam"].flatMap((query) =>
        titles.flatMap((title, place) =>
          ["Ann", "Ben"].map((rater) => [query, `${title} (${query})`, rater, 5 - place]),
        ),
      );
      for (const name of ["reference.csv", "same.csv"]) writeFileSync(join(app, name), list([0, 1, 2]));
      writeFileSync(join(app, "turned.csv"), list([2, 1, 0]));
      writeFileSync(join(app, "ratings.csv"), table("query,title,rater,rating", grades));
      const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
      const printed = (script: string, ...args: readonly string[]) => {
        const [, path = ""] =
          /If semqrel is installed as a package, the script is (\S+\.ts)\./.exec(
            readFileSync(join(app, "node_modules/semqrel/scripts", script), "utf8"),
          ) ?? [];
        const { status, stdout, stderr } = start("npx", ["--yes", `tsx@${devDependencies.tsx}`, path, ...args]);
        expect(status, stderr).toBe(0);
        return stdout;
      };
      // The label of rank r is 5 / (r + 1): the last title of three is first.
      expect(printed("label-dataset.ts", "reference.csv", "turned.csv")).toContain("\t1.67\tBlue plums (jam)\t~ Blue");
      expect(printed("benchmark-engines.ts", "reference.csv", "same.csv", "turned.csv")).toContain(
        "turned against same\tndcg_reference@10 -0.2249",
      );
      // Both raters prefer the order of the list.
      const rated = printed("build-gold-set.ts", "same.csv", "turned.csv", "--ratings", "ratings.csv");
      expect(rated).toContain("ordinal: 1.000\n2 queries, 6 pairs\n");
      expect(rated).toContain("same\tnDCG@10 1.0000\n");
    });

    it("names the package that transformers.js needs, and verifies the model without it", () => {
      const lists = ["--reference", `${samples}/library.csv`, "--candidates", `${samples}/explorer.csv`];
      const labelled = start("npx", ["semqrel", "label", ...lists, "--embedder", "transformers.js"]);
      expect([labelled.status, labelled.stdout]).toEqual([2, ""]);
      expect(labelled.stderr).toContain("npm install @huggingface/transformers");
      const { status, stdout } = start("npx", ["semqrel", "system", "model", "verify"]);
      expect(status).toBe(0);
      expect(stdout).toContain("All files are as expected.\nSkipped the comparison with transformers.js. Loading");
    });

    it.each([
      // Node runs the output of the first one.
      { moduleResolution: "nodenext", module: "nodenext", compiler: "@typescript/native/bin/tsc" },
      { moduleResolution: "bundler", module: "esnext", compiler: "typescript/bin/tsc" },
    ])(
      "has types with which the examples of docs/library.md compile strictly with moduleResolution $moduleResolution",
      ({ moduleResolution, module, compiler }) => {
        const page = readFileSync(join(app, "node_modules/semqrel/docs/library.md"), "utf8");
        const examples = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code ?? "");
        const names = examples.map((_, place) => `${moduleResolution}-${place}`);
        for (const [place, code] of examples.entries()) writeFileSync(join(app, `${names[place]}.ts`), code);
        const types = { types: ["node"], typeRoots: [join(root, "node_modules/@types")] };
        // Checks semqrel's declarations with what they need; TypeScript's own are not its responsibility.
        const checked = { skipLibCheck: false, skipDefaultLibCheck: true };
        const rules = { strict: true, ...checked, target: "es2023", lib: ["es2023"] };
        const config = {
          compilerOptions: { moduleResolution, module, ...types, ...rules },
          files: names.map((name) => `${name}.ts`),
        };
        writeFileSync(join(app, "tsconfig.json"), JSON.stringify(config));
        const compiled = start("node", [join(root, "node_modules", compiler), "-p", "."]);
        expect(compiled.said).toBe("");
        if (moduleResolution !== "nodenext") return;
        // All in one process, which loads the package once.
        writeFileSync(join(app, "all.js"), names.map((name) => `await import("./${name}.js");\n`).join(""));
        const printed = start("node", ["all.js"]).said;
        const promised = examples.flatMap((code) => [...code.matchAll(/^console\.log\(.*\); \/\/ (.+)$/gm)]);
        expect(promised.length).toBeGreaterThan(3);
        for (const [, value] of promised) expect(printed).toContain(value);
      },
    );
  },
);

const pages = paths.filter((path) => path.endsWith(".md"));

describe("pages in the package", () => {
  it("are the README and those of docs/, except pages that lead to the sources", () => {
    expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/README.md", "docs/recipes/nightly-ci.md"]));
    expect(pages).not.toContain("ARCHITECTURE.md");
  });

  it.each(pages)("have only links to files of the package: %s", (page) => {
    const links = [...readFileSync(join(root, page), "utf8").matchAll(/\]\(([^)#\s]+)/g)].map(([, link]) => link ?? "");
    const local = links.filter((link) => !/^[a-z]+:/.test(link)).map((link) => posix.join(posix.dirname(page), link));
    const isThere = (path: string) => paths.some((one) => one === path || one.startsWith(`${path}/`));
    expect(local.filter((path) => !isThere(path))).toEqual([]);
  });

  it.each(pages)("say that files outside the package are in the repository: %s", (page) => {
    const text = readFileSync(join(root, page), "utf8");
    const named = [...text.matchAll(/`[^`\n]*?\b((?:scripts|src|test)\/[\w./-]+)/g)].map(([, path]) => path ?? "");
    const lacking = named.filter((path) => !paths.some((one) => one === path || one.startsWith(`${path}/`)));
    expect(text.includes("of the repository") ? [] : lacking).toEqual([]);
  });
});
