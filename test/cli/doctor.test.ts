/** Does doctor find what is broken, suggest a remedy, and set the exit code? */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkNode } from "../../src/cli/check-machine.ts";
import { hasHnsw } from "../support/hnsw.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

interface Answer {
  readonly exitCode: number | null;
  readonly schema: string;
  readonly states: Readonly<Record<string, string>>;
  readonly messages: Readonly<Record<string, string>>;
}

async function examine(files: Readonly<Record<string, string>>, environment: Readonly<Record<string, string>> = {}) {
  const { exitCode, stdout } = await runInProcess(["system", "doctor", "--json"], {
    cwd: temporaryFolder(files),
    environment,
  });
  const { schema, checks } = JSON.parse(stdout);
  const by = (field: string) =>
    Object.fromEntries(checks.map((check: Record<string, string>) => [check["name"], check[field]]));
  return { exitCode, schema, states: by("state"), messages: by("message") } as Answer;
}

describe("semqrel system doctor", () => {
  it("finds no problem on a sound machine, and leaves the cache empty", async () => {
    const cache = temporaryFolder();
    const { exitCode, schema, states, messages } = await examine({}, { SEMQREL_CACHE: cache });
    expect([exitCode, schema]).toEqual([0, "semqrel.doctor/1"]);
    const wanted = ["Node.js", "configuration", "model", "HNSW indexes", "cache", "rating", "disk", "memory", "queue"];
    wanted.push("other pipelines");
    expect(Object.keys(states)).toEqual(wanted);
    for (const name of ["Node.js", "configuration", "model", "cache", "rating"]) expect(states[name], name).toBe("ok");
    expect(states["HNSW indexes"]).toBe(hasHnsw ? "ok" : "warning");
    expect(readdirSync(cache)).toEqual([]);
    expect(states["other pipelines"]).toBe("ok");
    expect(messages["other pipelines"]).toMatch(
      / installed; only needed for --embedder transformers\.js, for "semqrel system model verify" and for "npm run bench"/,
    );
  });

  it.each([
    ['{"depht": 3}', 'Did you mean "depth"?'],
    ['{"measure": {"format": "xml"}}', "takes table"],
    ["{", "it is not JSON"],
  ])("exits 1 if the configuration is wrong: %s", async (configuration, says) => {
    const { exitCode, states, messages } = await examine({ "semqrel.config.json": configuration });
    expect([exitCode, states["configuration"], states["model"]]).toEqual([1, "failed", "ok"]);
    expect(messages["configuration"]).toContain(says);
  });

  it("only warns about a misspelt variable and a cache that cannot be written", async () => {
    const cwd = temporaryFolder({ blocked: "" });
    const environment = { SEMQREL_CACHE: join(cwd, "blocked"), SEMQREL_TRESHOLD: "1" };
    const { exitCode, states } = await examine({}, environment);
    expect(exitCode).toBe(0);
    expect(states).toMatchObject({ configuration: "warning", cache: "warning", model: "ok" });
  });

  it.skipIf(process.platform !== "linux")("does not hang if the cache is below /proc", async () => {
    const { exitCode, states, messages } = await examine({}, { SEMQREL_CACHE: "/proc/self/x/y" });
    expect(exitCode).toBe(0);
    expect(states).toMatchObject({ cache: "warning", rating: "ok", disk: "warning", model: "ok" });
    expect(messages["cache"]).toContain("ENOENT");
  });

  it("prints a remedy below each problem", async () => {
    const cwd = temporaryFolder({ "semqrel.config.json": "[]" });
    const { stdout, exitCode } = await runInProcess(["system", "doctor"], { cwd });
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      "failed   configuration: Reading semqrel.config.json: it does not contain a JSON object.\n         Correct semqrel.config.json.\n",
    );
    expect(stdout).toMatch(/^ok {6} Node\.js: \d+\.\d+\.\d+$/m);
  });
});

it.each([
  ["18.20.4", "failed"],
  ["20.0.0", "ok"],
  ["24.1.0", "ok"],
])("checkNode gives Node.js %s the state %s", (version, state) => {
  expect(checkNode(version).state).toBe(state);
});
