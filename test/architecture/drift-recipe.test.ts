/** Does the recipe for the drift of a reference in docs/commands/collect.md give its numbers, for an engine that changes by a known amount? */
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { mainFile, root, temporaryFolder } from "../support/run-cli.ts";
import { searchServer } from "../support/search-server.ts";

const page = readFileSync(join(root, "docs/commands/collect.md"), "utf8");
const [, recipe = ""] = /How far does a reference drift\?[\s\S]*?```sh\n([\s\S]*?)```/.exec(page) ?? [];

const titles: Readonly<Record<string, readonly string[]>> = {
  still: ["Laminar boundary layers", "Cooling of turbine blades", "Flutter of swept wings", "Noise of jet engines"],
  swapped: ["Growing pears", "Medieval harbours", "Violin makers of Cremona", "Tax law for beginners"],
  dropped: ["Bees in winter", "Railway bridges of steel", "The grammar of Basque", "Sourdough bread"],
  nothing: [],
};

/** On Tuesday, two results are swapped in one list, and one is missing from another. */
function answered(query: string, isTuesday: boolean): readonly string[] {
  const [first = "", second = "", third = "", fourth = ""] = titles[query] ?? [];
  if (query === "swapped" && isTuesday) return [first, third, second, fourth];
  if (query === "dropped" && isTuesday) return [first, second, fourth];
  return titles[query] ?? [];
}

/** DCG of labels in the given order. */
const dcg = (labels: readonly number[]) => labels.reduce((sum, label, rank) => sum + label / Math.log2(rank + 2), 0);
// A reference's labels are 5 / position, for any engine.
const whole = dcg([5, 5 / 2, 5 / 3, 5 / 4]);
const swapped = dcg([5, 5 / 3, 5 / 2, 5 / 4]) / whole;
const dropped = dcg([5, 5 / 2, 5 / 4]) / whole;
/** For still, swapped, dropped. The results of "dropped" on Tuesday are in the best order. */
const expected: Readonly<Record<string, readonly number[]>> = {
  precision: [1, 1, 1],
  recall: [1, 1, 3 / 4],
  "ndcg_returned@10": [1, swapped, 1],
  "ndcg_reference@10": [1, swapped, dropped],
};
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** As written on the page. */
const shown = (value: number) => value.toFixed(3).replace(/^0/, "");

it("the drift recipe fetches lists twice, labels the second list by the first, and finds the change", {
  timeout: 120_000,
}, async () => {
  const server = await searchServer(({ url, times }) => ({
    items: answered(url.searchParams.get("q") ?? "", times === 2).map((name) => ({ name })),
  }));
  const folder = temporaryFolder({
    "queries.tsv": Object.keys(titles)
      .map((text) => `${text}\t${text}\n`)
      .join(""),
  });
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/semqrel"), `#!/bin/sh\nexec "${process.execPath}" "${mainFile}" "$@"\n`);
  chmodSync(join(folder, "bin/semqrel"), 0o755);
  try {
    expect(recipe.split("'…'")).toHaveLength(3);
    const commands = recipe.replaceAll("'…'", `'${server.address}/find?q={query}&n={size}'`);
    const env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env["PATH"]}`, SEMQREL_CACHE: folder };
    await promisify(execFile)("sh", ["-e", "-c", commands], { cwd: folder, env });
  } finally {
    await server.close();
  }
  // Four queries on two days.
  expect(server.requests).toHaveLength(8);
  const [tuesday] = Object.values(JSON.parse(readFileSync(join(folder, "drift/summary.json"), "utf8")).engines);
  for (const [measure, values] of Object.entries(expected)) {
    const {
      count,
      mean: found,
      min,
    } = (tuesday as Record<string, { count: number; mean: number; min: number }>)[measure] ?? {};
    expect([measure, count]).toEqual([measure, 3]);
    expect(found, measure).toBeCloseTo(mean(values), 6);
    expect(min, measure).toBeCloseTo(Math.min(...values), 6);
  }
});

it("the page of the drift recipe shows the calculated numbers", () => {
  const row = (of: (values: readonly number[]) => number) =>
    Object.values(expected)
      .map((each) => shown(of(each)))
      .join(" | ");
  expect(page).toContain(`changed places | ${row(([, value = 0]) => value)} |`);
  expect(page).toContain(`moves up | ${row(([, , value = 0]) => value)} |`);
  expect(page).toContain(`without change | ${row(mean)} |`);
});
