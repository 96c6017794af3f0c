/**
 * The long version of the kills in `resume.test.ts`. Prints what they lost.
 *
 * npm run build --silent && npx tsx test/jobs/kill-many.ts [kills=200] [seed=1]
 */
import { seededRandom } from "../../src/maths/random.ts";
import { killJobs, noLosses } from "../support/kill-block-job.ts";
import { contentBelow, jobFiles, runBlockJob } from "../support/run-block-job.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const [wanted = 200, seed = 1] = process.argv.slice(2).map(Number);
const random = seededRandom(seed);
const files = jobFiles(120);
const whole = temporaryFolder();
await runBlockJob({ ...files, out: whole });
const undisturbed = contentBelow(whole);
const begin = performance.now();
await runBlockJob({ ...files, out: temporaryFolder() });
const seconds = (performance.now() - begin) / 1000;
const total = { ...noLosses };
for (let jobs = 1; total.kills < wanted; jobs = 1 + (jobs % 3)) {
  const kills = Math.min(wanted - total.kills, 10);
  const losses = await killJobs({ ...files, jobs }, undisturbed, { kills, seconds, random });
  for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += losses[name];
  process.stderr.write(`${JSON.stringify(total)}\n`);
}
const rows = (undisturbed.get("labels.csv") ?? "").split("\n").length - 2;
process.stdout.write(`${JSON.stringify({ seed, rows, ...total })}\n`);
