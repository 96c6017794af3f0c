/** Can people find their way with the tree and ARCHITECTURE.md alone? */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/run-cli.ts";

const architecture = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
const entries = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true });

describe("src/", () => {
  it("has at most 18 folders and two files at its top", () => {
    const top = readdirSync(join(root, "src"), { withFileTypes: true });
    expect(top.filter((entry) => entry.isDirectory()).length).toBeLessThanOrEqual(18);
    expect(top.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(["index.ts", "tsconfig.json"]);
  });

  it("has no folder with more than 25 files", () => {
    const looseIn = (folder: string) => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    const folders = entries
      .filter((entry) => entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name));
    expect(folders.length).toBeGreaterThan(30);
    expect(folders.filter((folder) => looseIn(folder).length > 25)).toEqual([]);
  });
});

describe("src/ and scripts/", () => {
  it("never spread an object literal into another", () => {
    const sources = ["src", "scripts"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
        .map(({ parentPath, name }) => join(parentPath, name)),
    );
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.filter((path) => readFileSync(path, "utf8").includes("...{ "))).toEqual([]);
  });
});

describe("ARCHITECTURE.md", () => {
  it("draws every folder of src/, and no more than 20 boxes", () => {
    const picture = /```text\n(.*?)```/s.exec(architecture)?.[1] ?? "";
    const drawn = [...picture.matchAll(/\b([a-z]+)\/(?=\s|$)/g)].map(([, room]) => room);
    const rooms = readdirSync(join(root, "src"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(drawn.toSorted()).toEqual(rooms.toSorted());
    expect(drawn.length).toBeLessThanOrEqual(20);
  });

  it("names existing files and folders", () => {
    const named = [...architecture.matchAll(/[`(]((?:[\w.-]+\/)+[\w.-]*)[`)]/g)].map(([, path = ""]) => path);
    expect(named.length).toBeGreaterThan(40);
    // Parts of these rooms are named relative to them.
    const bases = ["", "src", "src/maths", "src/io", "src/gold/rating/page"];
    // What tests store below node_modules does not exist before they run.
    const sources = named.filter((path) => !path.startsWith("node_modules/"));
    expect(sources.filter((path) => !bases.some((base) => existsSync(join(root, base, path))))).toEqual([]);
  });

  it("has a row for every dependency", () => {
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
      readFileSync(join(root, "package.json"), "utf8"),
    );
    const declared = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    expect(declared.filter((name) => !new RegExp(`^\\|[^|]*${name}[, ]`, "m").test(architecture))).toEqual([]);
  });
});
