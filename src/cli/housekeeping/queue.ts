import { Command } from "commander";
import { type GivenOf, toggle } from "../../command/settings.ts";
import { printable } from "../../core/text/escape.ts";
import { renderTable } from "../../core/text/render-table.ts";
import { counted, quotedSome } from "../../core/text/wording.ts";
import { queueOf, queueSettings } from "../../jobs/postgres/postgres-address.ts";
import type { BlockCounts, QueueStatus } from "../../jobs/postgres/queue-commands.ts";
import type { CliIo } from "../io.ts";
import { addOptions } from "../options/add-options.ts";
import { megabytes, printJson, printText } from "../terminal/print.ts";
import { json, subcommand } from "./subcommand.ts";

const settings = { ...queueSettings, json };
const removal = { ...settings, all: toggle("also remove the vectors that workers share") };
type Flags = GivenOf<typeof removal>;

export function createCommand(io: CliIo): Command {
  const command = new Command("queue")
    .description("Shows, retries or removes jobs that `semqrel label --queue` put into PostgreSQL.")
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel system queue status --queue postgres://semqrel@db.example.org/semqrel\n  semqrel system queue retry --queue postgres://semqrel@db.example.org/semqrel",
    );
  const add = (name: string, text: string, ...examples: readonly string[]) =>
    addOptions(subcommand(command, name, text, ...examples), name === "rm" ? removal : settings);
  const address = "--queue postgres://semqrel@db.example.org/semqrel";
  const contents = "show waiting, running, finished and failed jobs, and the stored vectors";
  add("status", contents, `status ${address}`, "status --json").action(async (flags: Flags) => {
    const { queueStatus } = await import("../../jobs/postgres/queue-commands.ts");
    const status = await queueStatus(...queueOf(flags));
    if (flags.json) return printJson(io, { schema: "semqrel.queue-status/1", ...status });
    printText(io, `${linesOf(status).map(printable).join("\n")}\n`);
  });
  add("retry", "try failed blocks again", `retry ${address}`, "retry 3f2a90c1")
    .argument("[job]", "name of a job, as `system queue status` prints it (default: all)")
    .action(async (job: string | undefined, flags: Flags) => {
      const { retryQueue } = await import("../../jobs/postgres/queue-commands.ts");
      const [address, database] = queueOf(flags);
      const retried = await retryQueue(address, job ?? null, database);
      if (flags.json) return printJson(io, { schema: "semqrel.queue-retry/1", ...retried });
      const { blocks, titles } = retried;
      const waiting = `${counted(blocks, "block")} of queries and ${counted(titles, "block")} of titles are waiting again.\n`;
      printText(io, blocks + titles === 0 ? "Nothing failed.\n" : waiting);
    });
  add("rm", "remove a job with its blocks, or all jobs if none is named", "rm 3f2a90c1", `rm --all ${address}`)
    .argument("[job]", "name of a job, as `system queue status` prints it (default: all)")
    .action(async (job: string | undefined, flags: Flags) => {
      const { removeFromQueue } = await import("../../jobs/postgres/queue-commands.ts");
      const [address, database] = queueOf(flags);
      const removed = await removeFromQueue(address, job ?? null, flags.all === true, database);
      if (flags.json) return printJson(io, { schema: "semqrel.queue-rm/1", ...removed });
      const { jobs, blocks, vectors } = removed;
      const named = jobs.length === 0 ? "" : ` (${jobs.join(", ")})`;
      const kept = flags.all === true ? `, ${counted(vectors, "vector")}` : "; the vectors stay, --all removes them";
      io.stdout.write(`removed ${counted(jobs.length, "job")}${named}, ${counted(blocks, "block")}${kept}\n`);
    });
  return command;
}

function linesOf({ database, queueSchema, jobs, failed, workers, vectors }: QueueStatus): string[] {
  const cellsOf = ({ waiting, running, done, failed: bad }: BlockCounts) => [waiting, running, done, bad].map(String);
  const header = ["job", "of", "waiting", "running", "done", "failed"];
  const rows = jobs.flatMap(({ job, blocks, titles }) => [
    [job, "queries", ...cellsOf(blocks)],
    ...(Object.values(titles).some((number) => number > 0) ? [["", "titles", ...cellsOf(titles)]] : []),
  ]);
  const alive = workers.filter(({ isAlive }) => isAlive);
  const silent = workers.filter(({ isAlive }) => !isAlive);
  return [
    `Queue at ${database}, schema ${queueSchema}`,
    ...(jobs.length === 0 ? ["No jobs."] : ["Blocks:", ...renderTable({ header, rows })]),
    `Workers: ${alive.length === 0 ? "none" : alive.map(({ host, process: number }) => `${host} (${number})`).join(", ")}`,
    ...silent.map(({ host, process: id, silentSeconds }) => `  ${host} (${id}) has been silent for ${silentSeconds} s`),
    `Vectors: ${vectors.count}, ${megabytes(vectors.sizeBytes)}`,
    ...(failed.length === 0 ? [] : ["Failed (to try again: semqrel system queue retry):"]),
    ...failed.map(({ key, kind, tries, error, texts, textsCount }) => {
      const what = kind === "label" ? "queries" : "titles";
      return `  block ${key.slice(0, 8)}, ${counted(tries, "try", "tries")}, ${what} ${quotedSome(texts, textsCount)}: ${error}`;
    }),
  ];
}
