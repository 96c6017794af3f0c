/** Does the schema of semqrel.config.json accept what semqrel accepts, and refuse what it refuses? */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, it } from "vitest";
import { configurationSchema } from "../../../src/cli/configuration/configuration-schema.ts";
import { buildProgram } from "../../../src/cli/run.ts";
import { root, temporaryFolder } from "../../support/run-cli.ts";
import { runInProcess } from "../run-in-process.ts";

let isValid: (settings: unknown) => boolean;

beforeAll(async () => {
  const io = { stdout: process.stdout, stderr: process.stderr, environment: {}, signal: new AbortController().signal };
  const schema = configurationSchema(await buildProgram(io, { exitCode: 0 }));
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
  isValid = (settings) => validate(settings) === true;
}, 60_000);

const good: readonly { readonly command: readonly string[]; readonly settings: unknown }[] = [
  { command: ["label"], settings: { $schema: "./x.json", reference: ["a.csv", "b=c.csv"], candidates: "d.csv" } },
  { command: ["label"], settings: { reference: "a.csv", label: { depth: 10, "title-column": ["Paper", "title"] } } },
  { command: ["label"], settings: { reference: "a.csv", label: "linear(top=5)", threshold: 0.5, cache: false } },
  { command: ["label"], settings: { reference: "a.csv", label: { label: "linear", "no-cache": true, jobs: 2 } } },
  { command: ["label"], settings: { reference: "a.csv", "fail-under": ["f1=0.2", "recall=0.1"], format: "md" } },
  { command: ["measure"], settings: { measure: { qrels: "a.qrels", "runs-and-measures": ["a.run", "nDCG@10"] } } },
  { command: ["system", "index", "ls"], settings: { index: { indexes: "elsewhere", json: true } } },
];

const bad: readonly { readonly command: readonly string[]; readonly settings: unknown }[] = [
  { command: ["label"], settings: { treshold: 0.5 } },
  { command: ["label"], settings: { lable: { depth: 3 } } },
  { command: ["label"], settings: { label: { qrels: "a" } } },
  { command: ["label"], settings: { reference: "a.csv", exact: "yes" } },
  { command: ["label"], settings: { reference: "a.csv", threshold: 2 } },
  { command: ["label"], settings: { reference: "a.csv", "reference-depth": 0 } },
  { command: ["label"], settings: { reference: "a.csv", references: "melted" } },
  { command: ["label"], settings: { reference: null } },
];

const printConfig = (command: readonly string[], settings: unknown) => {
  const cwd = temporaryFolder({ "semqrel.config.json": JSON.stringify(settings) });
  return runInProcess([...command, "--print-config"], { cwd });
};

describe("docs/schema/configuration.schema.json", () => {
  it.each(good)("accepts $settings, and so does semqrel", async ({ command, settings }) => {
    expect(isValid(settings)).toBe(true);
    const { exitCode, stderr } = await printConfig(command, settings);
    expect(exitCode, stderr).toBe(0);
  });

  it.each(bad)("refuses $settings, and so does semqrel", async ({ command, settings }) => {
    expect(isValid(settings)).toBe(false);
    expect((await printConfig(command, settings)).exitCode).toBe(2);
  });

  it("is in the package", () => {
    expect(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).files).toContain("docs/schema");
  });
});
