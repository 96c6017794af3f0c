/** Is a model downloaded completely, or not at all? */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { sha256 } from "../../../src/core/files/read-whole.ts";
import { type FetchModelOptions, fetchModel } from "../../../src/model/embed/fetch-model.ts";
import { root, runCli, temporaryFolder } from "../../support/run-cli.ts";

const needed: Readonly<Record<string, string>> = {
  "config.json": '{"hidden_size":4}',
  "tokenizer.json": "{}",
  "tokenizer_config.json": "{}",
  "onnx/model.onnx": "the network",
};

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A hub with the files of `owner/name`, and 404 for all other files. `seen` are the requested paths. */
async function startHub(
  answers: Readonly<Record<string, string | Uint8Array | Answer>>,
): Promise<{ host: string; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? "");
    const file = /^\/owner\/name\/resolve\/[^/]+\/(.+)$/.exec(request.url ?? "")?.[1] ?? "";
    const answer = Object.hasOwn(answers, file) ? answers[file] : undefined;
    if (typeof answer === "function") answer(response, request);
    else if (answer === undefined) response.writeHead(404).end("no such file");
    else response.writeHead(200, { "content-length": Buffer.byteLength(answer) }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function optionsFor(host: string, more: Partial<FetchModelOptions> = {}): FetchModelOptions {
  return {
    host,
    revision: "main",
    quantized: false,
    cacheFolder: temporaryFolder(),
    progress: { start: () => {}, update: () => {}, finish: () => {} },
    signal: new AbortController().signal,
    ...more,
  };
}

/** Expects that no file of the model is left, complete or not. */
function expectNothing(cacheFolder: string): void {
  const owner = join(cacheFolder, "models/owner");
  expect(existsSync(owner) ? readdirSync(owner) : []).toEqual([]);
}

describe("fetchModel", () => {
  it("writes all files and their checksums", async () => {
    const { host, seen } = await startHub(needed);
    const options = optionsFor(host);
    const { folder, files } = await fetchModel("owner/name", options);
    expect(folder).toBe(join(options.cacheFolder, "models/owner/name"));
    for (const [file, content] of Object.entries(needed)) {
      expect(readFileSync(join(folder, file), "utf8")).toBe(content);
      expect(files).toContainEqual({ file, sizeBytes: content.length, sha256: sha256(content) });
    }
    expect(readFileSync(join(folder, "SHA256SUMS"), "utf8")).toBe(
      files.map(({ file, sha256: sum }) => `${sum}  ${file}\n`).join(""),
    );
    expect(readdirSync(join(folder, "..")), "no temporary folder").toEqual(["name"]);
    // Optional files were requested, and their absence is not an error.
    expect(seen).toContain("/owner/name/resolve/main/1_Pooling/config.json");
    expect(files).toHaveLength(4);
  });

  it("accepts optional files, another revision, the int8 file, and a host with a trailing slash", async () => {
    const pooling = '{"pooling_mode_cls_token":true}';
    const { "onnx/model.onnx": _, ...rest } = needed;
    const { host, seen } = await startHub({
      ...rest,
      "onnx/model_quantized.onnx": "small",
      "1_Pooling/config.json": pooling,
    });
    const { folder } = await fetchModel("owner/name", optionsFor(`${host}/`, { revision: "v2", quantized: true }));
    expect(readFileSync(join(folder, "1_Pooling/config.json"), "utf8")).toBe(pooling);
    expect(readFileSync(join(folder, "onnx/model_quantized.onnx"), "utf8")).toBe("small");
    expect(existsSync(join(folder, "onnx/model.onnx"))).toBe(false);
    expect(seen.every((path) => path.startsWith("/owner/name/resolve/v2/"))).toBe(true);
  });

  it("follows the redirects of large files", async () => {
    const { host } = await startHub({
      ...needed,
      "onnx/model.onnx": (response) => response.writeHead(302, { location: "/owner/name/resolve/main/far/away" }).end(),
      "far/away": "the network",
    });
    const { folder } = await fetchModel("owner/name", optionsFor(host));
    expect(readFileSync(join(folder, "onnx/model.onnx"), "utf8")).toBe("the network");
  });

  it.each(Object.keys(needed))("fails if the server lacks %s", async (missing) => {
    const { host } = await startHub(Object.fromEntries(Object.entries(needed).filter(([file]) => file !== missing)));
    const options = optionsFor(host);
    const fetching = fetchModel("owner/name", options);
    const url = `${host}/owner/name/resolve/main/${missing}`;
    await expect(fetching).rejects.toMatchObject({ code: "DOWNLOAD_FAILED", details: { url, status: 404 } });
    await expect(fetching).rejects.toThrow(missing);
    expectNothing(options.cacheFolder);
  });

  it("fails if the download of optional settings fails, instead of guessing these settings", async () => {
    const { host } = await startHub({
      ...needed,
      "1_Pooling/config.json": (response) => response.writeHead(500).end(),
    });
    const options = optionsFor(host);
    await expect(fetchModel("owner/name", options)).rejects.toMatchObject({
      code: "DOWNLOAD_FAILED",
      details: { status: 500 },
    });
    expectNothing(options.cacheFolder);
  });

  it.each([
    { name: "within a file of known length", head: { "content-length": "1000000" } },
    { name: "within a file of unknown length", head: {} },
  ])("leaves no files behind if the connection breaks $name", async ({ head }) => {
    const { host } = await startHub({
      ...needed,
      "onnx/model.onnx": (response) => {
        response.writeHead(200, head).write("x".repeat(5000));
        setTimeout(() => response.destroy(), 50);
      },
    });
    const options = optionsFor(host);
    const fetching = fetchModel("owner/name", options);
    await expect(fetching).rejects.toMatchObject({ code: "DOWNLOAD_FAILED" });
    await expect(fetching).rejects.toThrow("Check the connection and try again");
    expectNothing(options.cacheFolder);
  });

  it("leaves no files behind if the hub does not answer", async () => {
    const { host } = await startHub(needed);
    for (const close of closers.splice(0)) close();
    const options = optionsFor(host);
    await expect(fetchModel("owner/name", options)).rejects.toMatchObject({ code: "DOWNLOAD_FAILED" });
    expectNothing(options.cacheFolder);
  });

  it("reports that the cache folder cannot be written, not that the connection is broken", async () => {
    const { host } = await startHub(needed);
    const cacheFolder = join(temporaryFolder({ file: "" }), "file");
    await expect(fetchModel("owner/name", optionsFor(host, { cacheFolder }))).rejects.toMatchObject({
      code: "OUTPUT_UNWRITABLE",
      message: expect.stringMatching(/^Storing the model in .*SEMQREL_CACHE to another cache folder\.$/),
    });
  });

  it("leaves no files behind if it is interrupted", async () => {
    const interruption = new AbortController();
    const { host } = await startHub({
      ...needed,
      "onnx/model.onnx": (response) => {
        response.writeHead(200).write("x".repeat(5000));
        setTimeout(() => interruption.abort(), 50);
      },
    });
    const options = optionsFor(host, { signal: interruption.signal });
    await expect(fetchModel("owner/name", options)).rejects.toMatchObject({ code: "INTERRUPTED" });
    expectNothing(options.cacheFolder);
  });

  it("replaces an older model, but keeps it if the download fails", async () => {
    const good = await startHub(needed);
    const options = optionsFor(good.host);
    const folder = join(options.cacheFolder, "models/owner/name");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "old"), "old");
    const bad = await startHub({});
    await expect(fetchModel("owner/name", { ...options, host: bad.host })).rejects.toMatchObject({
      code: "DOWNLOAD_FAILED",
    });
    expect(readdirSync(folder)).toEqual(["old"]);
    await fetchModel("owner/name", options);
    expect(existsSync(join(folder, "old"))).toBe(false);
    expect(existsSync(join(folder, "SHA256SUMS"))).toBe(true);
  });

  it.each(["name", "a/b/c", "../name", "owner/..", "owner/.", "owner/na me", "/name", ""])(
    'refuses the id "%s"',
    async (id) => {
      const { host, seen } = await startHub(needed);
      const options = optionsFor(host);
      await expect(fetchModel(id, options)).rejects.toMatchObject({ code: "INVALID_OPTION" });
      expect(seen).toEqual([]);
      expect(readdirSync(options.cacheFolder)).toEqual([]);
    },
  );

  it("rejects a host that is not a URL", async () => {
    await expect(fetchModel("owner/name", optionsFor("huggingface"))).rejects.toMatchObject({ code: "INVALID_OPTION" });
  });
});

describe("semqrel system model fetch", () => {
  const bundled = join(root, "data/models/all-MiniLM-L6-v2");
  const lists = {
    "ref.csv": "query,title\nfruit,Growing pears\nfruit,Apples in winter\n",
    "cand.csv": "query,title\nfruit,How to grow pears\n",
  };
  const label = (model: string, out: string) => [
    ...["label", "--reference", "ref.csv", "--candidates", "cand.csv"],
    ...["--indexes", "ix", "--model", model, "--out", out],
  ];

  it("downloads a model that label can then use by its id", async () => {
    const files = ["config.json", "tokenizer.json", "tokenizer_config.json", "onnx/model.onnx"];
    const { host } = await startHub(Object.fromEntries(files.map((file) => [file, readFileSync(join(bundled, file))])));
    const folder = temporaryFolder(lists);
    const env = { SEMQREL_CACHE: join(folder, "cache") };
    const before = await runCli(label("owner/name", "out"), { cwd: folder, env });
    expect(before.exitCode).toBe(2);
    expect(before.stderr).toContain("config.json, tokenizer.json, tokenizer_config.json, onnx/model.onnx are missing");
    expect(before.stderr).toContain("semqrel system model fetch owner/name");

    const fetched = await runCli(["system", "model", "fetch", "owner/name", "--host", host, "--json"], {
      cwd: folder,
      env,
    });
    expect(fetched.exitCode, fetched.stderr).toBe(0);
    expect(JSON.parse(fetched.stdout)).toMatchObject({
      schema: "semqrel.model-fetch/1",
      folder: join(folder, "cache/models/owner/name"),
    });

    const after = await runCli(label("owner/name", "out"), { cwd: folder, env });
    expect(after.exitCode, after.stderr).toBe(0);
    const own = await runCli(label("all-MiniLM-L6-v2", "own"), { cwd: folder, env });
    expect(own.exitCode, own.stderr).toBe(0);
    const read = (file: string) => readFileSync(join(folder, file), "utf8");
    expect(read("out/labels.csv")).toBe(read("own/labels.csv"));
    expect(JSON.parse(read("out/summary.json")).model).toBe("owner/name");
    rmSync(folder, { recursive: true });
  });

  it("exits with code 2 and explains what to check if a download fails", async () => {
    const { host } = await startHub({});
    const result = await runCli(["system", "model", "fetch", "owner/name", "--host", host]);
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toContain("404");
    expect(result.stderr).toContain("Check the id");
  });
});
