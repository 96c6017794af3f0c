/**
 * Do the published schemas describe what the code prints? They are made from its types. After a change of a type, which
 * affects users, `npx vitest run -u` updates them.
 */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configurationSchema } from "../../src/cli/configuration/configuration-schema.ts";
import { buildProgram } from "../../src/cli/run.ts";
import { jsonSchemasOf } from "../support/json-schema-of.ts";
import { root } from "../support/run-cli.ts";

const published = [
  {
    name: "report.schema.json",
    file: "report/content/run-report.ts",
    type: "RunReport",
    title: "semqrel.report/1",
    description:
      "What `semqrel report --format json` prints: sections of sentences, tables and plots, and the queries.",
  },
  {
    name: "label.schema.json",
    file: "check/label-and-print.ts",
    type: "CheckDocument",
    title: "semqrel.label/1",
    description:
      "summary.json of `semqrel label --out`, which `label --json` prints too; `check --json` adds `conclusion`.",
  },
  {
    name: "evidence.schema.json",
    file: "../test/support/evidence-document.ts",
    type: "EvidenceDocument",
    title: "evidence/*.json of a folder of labels",
    description:
      "What `validate`, `gold --labels`, `estimate`, `suggest` and `judge` leave with the labels: what they print with --json, and the sums of what it was made from.",
  },
];

describe("docs/schema/", () => {
  it("is generated from the types of the documents", async () => {
    const schemas = jsonSchemasOf(published);
    for (const [place, { name }] of published.entries()) {
      const text = `${JSON.stringify(schemas[place], null, 1)}\n`;
      await expect(text).toMatchFileSnapshot(join(root, "docs/schema", name));
    }
  });

  it("describes semqrel.config.json with the current commands", async () => {
    const io = {
      stdout: process.stdout,
      stderr: process.stderr,
      environment: {},
      signal: new AbortController().signal,
    };
    const schema = configurationSchema(await buildProgram(io, { exitCode: 0 }));
    const text = `${JSON.stringify(schema, null, 1)}\n`;
    await expect(text).toMatchFileSnapshot(join(root, "docs/schema/configuration.schema.json"));
  });
});
