import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs, {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { temporaryPath } from "../../../src/core/files/folders.ts";
import { removeLeftovers, withLineEnds, writeFiles } from "../../../src/core/files/write-file.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

describe("writeFiles", () => {
  it("writes texts and bytes, creates folders and replaces existing files", () => {
    const folder = temporaryFolder({ "a.txt": "old" });
    const long = Array.from({ length: 50_000 }, (_, line) => `line ${line} ☃\n`);
    writeFiles([
      { path: join(folder, "a.txt"), content: long },
      { path: join(folder, "deep/er/b.bin"), content: Uint8Array.of(0, 255, 10) },
    ]);
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe(long.join(""));
    expect([...readFileSync(join(folder, "deep/er/b.bin"))]).toEqual([0, 255, 10]);
    expect(readdirSync(folder).sort()).toEqual(["a.txt", "deep"]);
  });

  it("changes no file if one of the later files cannot be created", () => {
    const folder = temporaryFolder({ "a.txt": "old" });
    const failing = (function* () {
      yield "begun";
      throw new RangeError("out of content");
    })();
    expect(() =>
      writeFiles([
        { path: join(folder, "a.txt"), content: ["new"] },
        { path: join(folder, "sub/b.txt"), content: failing },
      ]),
    ).toThrow("out of content");
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["a.txt"]);
  });

  it("changes no file if a folder has the name of one of the files", () => {
    const folder = temporaryFolder({ "a.txt": "old" });
    mkdirSync(join(folder, "b.txt"));
    expect(() =>
      writeFiles([
        { path: join(folder, "a.txt"), content: ["new"] },
        { path: join(folder, "b.txt"), content: ["new"] },
        { path: join(folder, "runs/c.run"), content: ["new"] },
      ]),
    ).toThrow(expect.objectContaining({ code: "EISDIR" }));
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("old");
    expect(existsSync(join(folder, "runs"))).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(["a.txt", "b.txt"]);
  });

  it("never replaces a database, even through a link, and then writes no other file either", () => {
    const database = "SQLite format 3\0and pages";
    const folder = temporaryFolder({ "a.txt": "old", "ratings.db": database });
    symlinkSync("ratings.db", join(folder, "link.html"));
    expect(() =>
      writeFiles([
        { path: join(folder, "a.txt"), content: ["new"] },
        { path: join(folder, "link.html"), content: ["new"] },
      ]),
    ).toThrow(
      "ratings.db: it is an SQLite database, perhaps of ratings, which semqrel never overwrites. Nothing was changed",
    );
    expect(readFileSync(join(folder, "ratings.db"), "utf8")).toBe(database);
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("old");
    expect(readdirSync(folder).sort()).toEqual(["a.txt", "link.html", "ratings.db"]);
  });

  it("keeps a symbolic link and replaces its target, even if the target does not exist yet", () => {
    const folder = temporaryFolder({ "target.txt": "old" });
    mkdirSync(join(folder, "sub"));
    symlinkSync("../target.txt", join(folder, "sub/link.txt"));
    symlinkSync("later.txt", join(folder, "sub/dangling.txt"));
    writeFiles([
      { path: join(folder, "sub/link.txt"), content: ["new"] },
      { path: join(folder, "sub/dangling.txt"), content: ["first"] },
    ]);
    for (const name of ["link.txt", "dangling.txt"]) {
      expect(lstatSync(join(folder, "sub", name)).isSymbolicLink()).toBe(true);
    }
    expect(readFileSync(join(folder, "target.txt"), "utf8")).toBe("new");
    expect(readFileSync(join(folder, "sub/later.txt"), "utf8")).toBe("first");
    expect(readdirSync(folder).sort()).toEqual(["sub", "target.txt"]);
    expect(readdirSync(join(folder, "sub")).sort()).toEqual(["dangling.txt", "later.txt", "link.txt"]);
  });

  describe.skipIf(process.platform === "win32")("on devices and pipes", () => {
    it("writes to a device, also through a link, and does not replace it", () => {
      const folder = temporaryFolder();
      symlinkSync("/dev/null", join(folder, "null"));
      writeFiles([
        { path: "/dev/null", content: ["text"] },
        { path: join(folder, "null"), content: Uint8Array.of(1) },
      ]);
      expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
      expect(lstatSync(join(folder, "null")).isSymbolicLink()).toBe(true);
      expect(readdirSync(folder)).toEqual(["null"]);
    });

    it("writes to the reader of a named pipe, and does not replace the pipe", async () => {
      const folder = temporaryFolder();
      const pipe = join(folder, "pipe");
      execFileSync("mkfifo", [pipe]);
      const reader = spawn("cat", [pipe]);
      let read = "";
      reader.stdout.on("data", (piece) => (read += piece));
      const closed = once(reader, "close");
      writeFiles([{ path: pipe, content: ["one\n", "two\n"] }]);
      await closed;
      expect(read).toBe("one\ntwo\n");
      expect(statSync(pipe).isFIFO()).toBe(true);
    });
  });
});

// Until 0.1.0, the name depended only on the process, so a link created beforehand could redirect the output.
it("writeFiles never writes through a link that has the name of a temporary file", () => {
  const folder = temporaryFolder({ victim: "mine" });
  symlinkSync("victim", join(folder, `a.txt.${process.pid}.tmp`));
  writeFiles([{ path: join(folder, "a.txt"), content: ["text"] }]);
  expect(readFileSync(join(folder, "victim"), "utf8")).toBe("mine");
  expect(lstatSync(join(folder, "a.txt")).isFile()).toBe(true);
});

it("writeFiles syncs all files before it renames the first, so that a power failure leaves no empty file", () => {
  const folder = temporaryFolder();
  const { fsyncSync, renameSync } = fs;
  const done: string[] = [];
  fs.fsyncSync = (descriptor) => {
    done.push(`synced ${fs.fstatSync(descriptor).size} bytes`);
    fsyncSync(descriptor);
  };
  fs.renameSync = (from, to) => {
    done.push(`named ${basename(String(to))}`);
    renameSync(from, to);
  };
  syncBuiltinESMExports();
  try {
    writeFiles([
      { path: join(folder, "a.txt"), content: ["one"] },
      { path: join(folder, "b.txt"), content: Buffer.from("three") },
    ]);
  } finally {
    Object.assign(fs, { fsyncSync, renameSync });
    syncBuiltinESMExports();
  }
  expect(done).toEqual(["synced 3 bytes", "synced 5 bytes", "named a.txt", "named b.txt"]);
});

describe("the work folder", () => {
  it("contains the temporary files, so that a kill leaves none beside the outputs", () => {
    const folder = temporaryFolder();
    const work = join(folder, "work");
    mkdirSync(work);
    const seen: string[][] = [];
    function* content(): Iterable<string> {
      yield "text\n".repeat(20_000);
      seen.push(readdirSync(folder).sort(), readdirSync(work));
    }
    writeFiles([{ path: join(folder, "a.txt"), content: content() }], work);
    const temporary = expect.stringMatching(new RegExp(`^0\\.[0-9a-f]{12}\\.${process.pid}\\.tmp$`));
    expect(seen).toEqual([["work"], [temporary]]);
    expect(readdirSync(folder).sort()).toEqual(["a.txt", "work"]);
    expect(readdirSync(work)).toEqual([]);
  });
});

/** No process has this id. */
const gone = 2 ** 22 + 1;

function folderOf(names: readonly string[], minutes: number): string {
  const folder = temporaryFolder(Object.fromEntries(names.map((name) => [name, "x"])));
  for (const name of names) {
    const path = join(folder, name);
    const seconds = statSync(path).mtimeMs / 1000 - minutes * 60;
    utimesSync(path, seconds, seconds);
  }
  return folder;
}

describe("removeLeftovers", () => {
  const names = [`a.csv.0123456789ab.${gone}.tmp`, `a.csv.${process.pid}.tmp`, "a.csv", "b.tmp", "c.1x.tmp"];

  it("removes only leftover files of dead processes when a file is written beside them", () => {
    const folder = folderOf(names, 6);
    writeFiles([{ path: join(folder, "new.txt"), content: ["new"] }]);
    expect(readdirSync(folder).sort()).toEqual([...names.slice(1), "new.txt"].sort());
  });

  it("removes leftover files of this machine at once, including journals and folders", () => {
    const own = basename(temporaryPath("a.csv"));
    const left = [".tmp", ".tmp-journal"].map((ending) => own.replace(`.${process.pid}.tmp`, `.${gone}${ending}`));
    const folder = folderOf([...left, own], 0);
    const model = left[0]?.replace("a.csv", "model") ?? "";
    mkdirSync(join(folder, model));
    writeFileSync(join(folder, model, "model.onnx"), "x");
    writeFiles([{ path: join(folder, "new.txt"), content: ["new"] }]);
    expect(readdirSync(folder).sort()).toEqual([own, "new.txt"]);
  });

  it("keeps files that may belong to another machine", () => {
    const folder = folderOf(names, 4);
    writeFiles([{ path: join(folder, "new.txt"), content: ["new"] }]);
    expect(readdirSync(folder)).toContain(names[0]);
  });

  it("accepts a folder that does not exist", () => {
    expect(() => removeLeftovers(join(temporaryFolder(), "missing"), 0)).not.toThrow();
  });
});

test("withLineEnds ends every line with a line feed, and returns no text for no lines", () => {
  expect([...withLineEnds(["a", "", "b"])].join("")).toBe("a\n\nb\n");
  expect([...withLineEnds([])]).toEqual([]);
});
