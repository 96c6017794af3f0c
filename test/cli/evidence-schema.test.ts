/** Do commands store their results with the labels as docs/schema describes? */
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { chatServer, gradesAnswer } from "../support/chat-server.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

it("the stored evidence of a folder matches evidence.schema.json, and edited judgments are detected", async () => {
  const cwd = temporaryFolder();
  const sample = (name: string) => join(root, "data/samples", name);
  const lists = ["explorer.csv", "quickfind.csv"].map(sample);
  const queries = ["--queries", sample("queries.tsv")];
  const server = await chatServer(gradesAnswer((_, title) => title.length % 4));
  for (const args of [
    ["label", "--reference", sample("library.csv"), "--candidates", ...lists, ...queries, "-o", "labels"],
    ["pool", sample("library.csv"), ...lists, ...queries, "--sample", "12", "--depth", "10", "-o", "pool.jsonl"],
    ["rate", "pool.jsonl", "--import", sample("ratings.csv"), "--db", "ratings.db"],
    ["gold", "ratings.db", "-o", "gold.qrels", "--labels", "labels"],
    ["validate", "labels", "--gold", "gold.qrels", "--draws", "50"],
    ["estimate", "labels", "--gold", "gold.qrels"],
    ["pool", "--next", "labels", "--gold", "gold.qrels", "-o", "next.jsonl"],
    [
      "judge",
      "labels",
      "--llm",
      "m",
      "--endpoint",
      server.address,
      "--batch",
      "10",
      "--rate",
      "0",
      "-o",
      "judged.qrels",
    ],
  ]) {
    const { exitCode, stderr } = await runInProcess(args, { cwd });
    expect([args[0], exitCode, exitCode === 0 ? "" : stderr]).toEqual([args[0], 0, ""]);
  }
  await server.close();
  const schema = JSON.parse(readFileSync(join(root, "docs/schema/evidence.schema.json"), "utf8"));
  const ajv = new Ajv2020({ allErrors: true });
  const isEvidence = ajv.compile(schema);
  const documentOf = (name: string) => JSON.parse(readFileSync(join(cwd, "labels/evidence", name), "utf8"));
  const names = readdirSync(join(cwd, "labels/evidence")).sort();
  expect(names).toEqual(["estimate.json", "gold.json", "judge.json", "suggest.json", "validate.json"]);
  for (const name of names) expect([name, isEvidence(documentOf(name)), isEvidence.errors]).toEqual([name, true, null]);
  expect(isEvidence({ ...documentOf("gold.json"), evidence: undefined })).toBe(false);
  expect(documentOf("estimate.json").cautions.join(" ")).not.toContain("have changed since");
  appendFileSync(join(cwd, "gold.qrels"), "s09 0 further 1\n");
  const edited = await runInProcess(["estimate", "labels", "--gold", "gold.qrels"], { cwd });
  expect(edited.stdout).toContain("The judgments have changed since semqrel gold wrote them.");
});
