/** Is a model found and identified, and are its files read again only if they may have changed? */
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/core/files/read-whole.ts";
import { bundledModel, modelPath, openModelFolder } from "../../../src/model/embed/model-folder.ts";
import { root, temporaryFolder } from "../../support/run-cli.ts";

const files: Readonly<Record<string, string>> = {
  "config.json": '{"hidden_size":4,"max_position_embeddings":512}',
  "tokenizer.json": '{"model":{}}',
  "tokenizer_config.json": "{}",
  "onnx/model.onnx": "the network",
};

function sumsOf(contents: Readonly<Record<string, string>>): string {
  return Object.entries(contents)
    .map(([file, content]) => `${sha256(content)}  ${file}\n`)
    .join("");
}

/** Creates a folder with a model's files. `more` adds or replaces files; null removes one. */
function modelFolder(more: Readonly<Record<string, string | null>> = {}): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "onnx"));
  mkdirSync(join(folder, "1_Pooling"));
  for (const [file, content] of Object.entries({ ...files, SHA256SUMS: sumsOf(files), ...more })) {
    if (content === null) continue;
    writeFileSync(join(folder, file), content);
    utimesSync(join(folder, file), 1000, 1000);
  }
  return folder;
}

/** Changes the content, but not the size, modification time or inode. */
function changeInSecret(path: string): void {
  writeFileSync(path, "X".repeat(statSync(path).size));
  utimesSync(path, 1000, 1000);
}

describe("openModelFolder", () => {
  it("finds the bundled model and verifies it", async () => {
    const model = await openModelFolder(bundledModel, null, "always");
    expect(model.folder).toBe(join(root, "data/models", bundledModel));
    expect(model).toMatchObject({ pooling: "mean", hasExpectedSums: true });
    expect(model.identity).toMatchObject({
      name: bundledModel,
      dimensions: 384,
      precision: "float32",
      maxTokens: 256,
    });
    const listed = readFileSync(join(model.folder, "SHA256SUMS"), "utf8");
    for (const [file, sum] of Object.entries(model.sums)) expect(listed).toContain(`${sum}  ${file}\n`);
    expect(Object.keys(model.sums)).toHaveLength(5);
  });

  it("identifies a model by the name of its folder and by checksums", async () => {
    const folder = modelFolder();
    const model = await openModelFolder(folder, null);
    expect(model.identity).toMatchObject({ name: basename(folder), dimensions: 4, maxTokens: 256 });
    expect(model.sums).toEqual(
      Object.fromEntries(Object.entries(files).map(([file, content]) => [file, sha256(content)])),
    );
  });

  it("gives a model another identity if any of its files changes", async () => {
    const identities = new Set<string>();
    for (const more of [
      {},
      { "tokenizer.json": "{}" },
      { "onnx/model.onnx": "another" },
      { "config.json": '{"hidden_size":8}' },
    ]) {
      identities.add((await openModelFolder(modelFolder({ ...more, SHA256SUMS: null }), null)).identity.sha256);
    }
    expect(identities.size).toBe(4);
  });

  it("reads the settings of the model", async () => {
    const model = await openModelFolder(
      modelFolder({
        "sentence_bert_config.json": '{"max_seq_length":128}',
        "1_Pooling/config.json": '{"pooling_mode_cls_token":true}',
      }),
      null,
    );
    expect(model.identity.maxTokens).toBe(128);
    expect(model.pooling).toBe("cls");
    const small = await openModelFolder(
      modelFolder({ "config.json": '{"hidden_size":4,"max_position_embeddings":64}', SHA256SUMS: null }),
      null,
    );
    expect(small.identity.maxTokens).toBe(64);
  });

  it("uses the int8 file if there is no other file", async () => {
    const folder = modelFolder({ "onnx/model.onnx": null, "onnx/model_quantized.onnx": "small", SHA256SUMS: null });
    const model = await openModelFolder(folder, null);
    expect(model.identity.precision).toBe("int8");
    expect(model.onnxPath).toBe(join(folder, "onnx/model_quantized.onnx"));
    expect(model.hasExpectedSums).toBe(false);
  });

  it.each([
    ["an empty file", ""],
    ["only an unrelated file", `${"0".repeat(64)}  README.md\n`],
  ])("rejects a SHA256SUMS that lists none of the model's files: %s", async (_, SHA256SUMS) => {
    const opening = openModelFolder(modelFolder({ SHA256SUMS }), null);
    await expect(opening).rejects.toMatchObject({ code: "MODEL_DAMAGED" });
    await expect(opening).rejects.toThrow("lists none of the model's files");
  });

  it("returns hasExpectedSums as false if SHA256SUMS omits a file", async () => {
    const SHA256SUMS = sumsOf(files).replace(/.*onnx\/model\.onnx\n/, "");
    expect(await openModelFolder(modelFolder({ SHA256SUMS }), null)).toMatchObject({ hasExpectedSums: false });
  });

  it("names all files that are missing", async () => {
    const folder = modelFolder({ "tokenizer.json": null, "onnx/model.onnx": null });
    const opening = openModelFolder(folder, null);
    await expect(opening).rejects.toMatchObject({
      code: "MODEL_MISSING",
      details: { folder, missing: ["tokenizer.json", "onnx/model.onnx"] },
    });
    await expect(opening).rejects.toThrow(/Put them there.*semqrel system model fetch/);
  });

  it("explains how to fetch a missing model from a hub", async () => {
    const cache = temporaryFolder();
    const opening = openModelFolder("some/model", cache);
    await expect(opening).rejects.toMatchObject({ details: { folder: join(cache, "models/some/model") } });
    await expect(opening).rejects.toThrow("semqrel system model fetch some/model");
  });

  it.each(Object.keys(files))("detects a damaged %s", async (file) => {
    const folder = modelFolder();
    writeFileSync(join(folder, file), `${files[file]} `);
    const opening = openModelFolder(folder, temporaryFolder());
    await expect(opening).rejects.toMatchObject({
      code: "MODEL_DAMAGED",
      details: { file: join(folder, file), expected: sha256(files[file] ?? ""), found: sha256(`${files[file]} `) },
    });
  });

  it.each(["{}", '{"hidden_size":0}', '{"hidden_size":"many"}'])(
    "refuses a model with vectors of unknown length: %s",
    async (config) => {
      const folder = modelFolder({ "config.json": config, SHA256SUMS: null });
      await expect(openModelFolder(folder, null)).rejects.toMatchObject({
        code: "MODEL_DAMAGED",
        message: expect.stringContaining('"hidden_size"'),
        details: { file: join(folder, "config.json") },
      });
    },
  );

  it("rejects a settings file that is not JSON, and names it", async () => {
    const folder = modelFolder({ "config.json": "{", SHA256SUMS: null });
    await expect(openModelFolder(folder, null)).rejects.toMatchObject({
      code: "MODEL_DAMAGED",
      details: { file: join(folder, "config.json") },
    });
  });
});

describe("a verified model", () => {
  it("is not read again if sizes, times and checksums are unchanged", async () => {
    const [folder, cache] = [modelFolder(), temporaryFolder()];
    const first = await openModelFolder(folder, cache);
    const memory = join(cache, "verified-models.json");
    utimesSync(memory, 1000, 1000);
    expect(await openModelFolder(folder, cache)).toEqual(first);
    // The record of the verification is not written again either.
    expect(statSync(memory).mtimeMs).toBe(1_000_000);
  });

  it("is read again if only the ctime has changed, as after touch -r", async () => {
    const [folder, cache] = [modelFolder(), temporaryFolder()];
    await openModelFolder(folder, cache);
    changeInSecret(join(folder, "onnx/model.onnx"));
    await expect(openModelFolder(folder, cache)).rejects.toMatchObject({ code: "MODEL_DAMAGED" });
    await expect(openModelFolder(folder, cache, "always")).rejects.toMatchObject({ code: "MODEL_DAMAGED" });
    await expect(openModelFolder(folder, null)).rejects.toMatchObject({ code: "MODEL_DAMAGED" });
    await expect(openModelFolder(folder, temporaryFolder())).rejects.toMatchObject({ code: "MODEL_DAMAGED" });
  });

  it.each([
    { name: "time", change: (path: string) => utimesSync(path, 1, 1) },
    { name: "size", change: (path: string) => writeFileSync(path, "longer than before") },
  ])("is read again if the $name differs", async ({ change }) => {
    const [folder, cache] = [modelFolder(), temporaryFolder()];
    await openModelFolder(folder, cache);
    changeInSecret(join(folder, "onnx/model.onnx"));
    change(join(folder, "onnx/model.onnx"));
    await expect(openModelFolder(folder, cache)).rejects.toMatchObject({ code: "MODEL_DAMAGED" });
  });

  it("is read again if the expected checksums differ", async () => {
    const [folder, cache] = [modelFolder({ SHA256SUMS: null }), temporaryFolder()];
    await openModelFolder(folder, cache);
    writeFileSync(join(folder, "SHA256SUMS"), `${"0".repeat(64)}  tokenizer.json\n`);
    await expect(openModelFolder(folder, cache)).rejects.toMatchObject({ code: "MODEL_DAMAGED" });
  });

  it("is read again if its recorded checksum is damaged, because this would identify another model", async () => {
    const [folder, cache] = [modelFolder(), temporaryFolder()];
    const first = await openModelFolder(folder, cache);
    const memory = join(cache, "verified-models.json");
    const [sum = ""] = Object.values(first.sums);
    const damaged = `${sum[0] === "0" ? "1" : "0"}${sum.slice(1)}`;
    writeFileSync(memory, readFileSync(memory, "utf8").replace(sum, damaged));
    expect(await openModelFolder(folder, cache)).toEqual(first);
    expect(readFileSync(memory, "utf8")).not.toContain(damaged);
  });

  it("is recorded for each folder, and is read again if the record is damaged or missing", async () => {
    const [one, other, cache] = [modelFolder(), modelFolder(), temporaryFolder()];
    await openModelFolder(one, cache);
    await openModelFolder(other, cache);
    const memory = join(cache, "verified-models.json");
    expect(Object.keys(JSON.parse(readFileSync(memory, "utf8")))).toEqual([one, other]);
    changeInSecret(join(one, "tokenizer.json"));
    writeFileSync(memory, "no JSON");
    await expect(openModelFolder(one, cache)).rejects.toMatchObject({ code: "MODEL_DAMAGED" });
    rmSync(join(cache, "verified-models.json"));
    await expect(openModelFolder(other, cache)).resolves.toBeDefined();
  });

  it("can be opened even if the cache cannot be written", async () => {
    const blocked = join(temporaryFolder({ file: "" }), "file");
    await expect(openModelFolder(modelFolder(), blocked)).resolves.toMatchObject({ hasExpectedSums: true });
  });
});

describe("modelPath", () => {
  it("distinguishes folders, ids of a hub and the name of the bundled model", () => {
    const cache = "/cache";
    expect(modelPath(bundledModel, cache)).toBe(join(root, "data/models", bundledModel));
    expect(modelPath("owner/name", cache)).toBe("/cache/models/owner/name");
    expect(modelPath("./owner/name", cache)).toBe(join(process.cwd(), "owner/name"));
    expect(modelPath("../name", cache)).toBe(join(process.cwd(), "../name"));
    expect(modelPath("/a/b", cache)).toBe("/a/b");
    // An existing folder takes precedence over a hub id.
    expect(modelPath("data/models", cache)).toBe(join(process.cwd(), "data/models"));
  });
});
