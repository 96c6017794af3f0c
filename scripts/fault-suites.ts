/**
 * Does semqrel survive damaged files and killed processes? Runs the suites of test/faults with many cases; `npm test`
 * runs them with a few:
 *   tsx scripts/fault-suites.ts [--inputs 20000] [--damages 100] [--kills 60] [--bombs 40] [--folders 60] [--seed 1]
 *     [--only fuzz-readers]  only suites whose names contain this text
 *     [--command report]     only kill this command
 * Prints a line for each suite, and all output of a suite that fails; the exit code is then 1. The same seed gives the
 * same cases. All suites take 25 minutes on two busy cores. An input that takes five seconds counts as a hang.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    inputs: { type: "string", default: "20000" },
    damages: { type: "string", default: "100" },
    kills: { type: "string", default: "60" },
    bombs: { type: "string", default: "40" },
    folders: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    command: { type: "string", default: "" },
  },
});
const suites = [
  { name: "fuzz-readers", variable: "SEMQREL_FUZZ", count: values.inputs },
  { name: "fuzz-rating-page", variable: "SEMQREL_FUZZ", count: values.inputs },
  { name: "stored-files", variable: "SEMQREL_DAMAGES", count: values.damages },
  { name: "ratings-database", variable: "SEMQREL_DAMAGES", count: values.damages },
  { name: "bombs", variable: "SEMQREL_BOMBS", count: values.bombs },
  { name: "endless-files", variable: "SEMQREL_ENDLESS", count: "1" },
  { name: "hostile-folders", variable: "SEMQREL_HOSTILE", count: values.folders },
  { name: "kills", variable: "SEMQREL_KILLS", count: values.kills },
  { name: "rate-kill", variable: "SEMQREL_KILLS", count: values.kills },
  { name: "judge-kill", variable: "SEMQREL_KILLS", count: String(Math.min(50, Number(values.kills))) },
  { name: "places", variable: "SEMQREL_PLACES", count: "1" },
];

let failed = 0;
for (const { name, variable, count } of suites.filter((suite) => suite.name.includes(values.only))) {
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync("npx", ["vitest", "run", `test/faults/${name}.test.ts`], {
    env: {
      ...process.env,
      [variable]: count,
      SEMQREL_FAULT_SEED: values.seed,
      SEMQREL_KILL_COMMAND: values.command,
    },
    encoding: "utf8",
    maxBuffer: 1 << 28,
    shell: process.platform === "win32",
  });
  const said = stderr.split("\n").filter((line) => /seed \d|acknowledged/.test(line));
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  console.log(`${name}: ${status === 0 ? "ok" : "FAILED"} in ${minutes} minutes. ${said.join(" ")}`);
  if (status === 0) continue;
  failed++;
  console.log(stdout, stderr);
}
process.exitCode = failed === 0 ? 0 : 1;
