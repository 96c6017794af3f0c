import { Command } from "commander";
import { count, type GivenOf, numberKind, numberOf, off, toggle } from "../../command/settings.ts";
import { defaultCacheFolder } from "../../core/files/cache-folder.ts";
import { version } from "../../core/files/version.ts";
import { counted } from "../../core/text/wording.ts";
import { queueOf, queueSettings } from "../../jobs/postgres/postgres-address.ts";
import type { WorkerEvent } from "../../jobs/postgres/work-on-block.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { addOptions } from "../options/add-options.ts";
import { say } from "../terminal/print.ts";

const seconds = numberOf(
  numberKind((n) => n > 0 && n <= 3600, "a number of seconds above 0, up to 3600", {
    type: "number",
    exclusiveMinimum: 0,
    maximum: 3600,
  }),
);

const settings = {
  ...queueSettings,
  threads: count("<n>", "threads of the model (default: all cores)"),
  concurrency: count("<n>", "number of blocks to label at once", { default: 1 }),
  untilIdle: toggle(
    "stop when no blocks are waiting or running (exit 2 if blocks wait for a model that this machine lacks)",
  ),
  heartbeat: seconds(
    "<seconds>",
    "seconds between heartbeats; a worker silent for three times as long counts as dead",
    {
      default: 10,
    },
  ),
  cache: off<boolean>("do not read or keep vectors on this machine; vectors in the queue are still used"),
};
type WorkerFlags = CommonFlags & GivenOf<typeof settings>;

export function createCommand(io: CliIo): Command {
  const command = new Command("worker").description(
    "Labels blocks that `semqrel label --queue` put into a PostgreSQL queue. Workers can run on many machines. Ctrl-C returns\n" +
      "unfinished blocks to the queue at once, which does not count as a failed attempt. If a worker is killed, another one gets its blocks\n" +
      "within a minute.",
  );
  return addOptions(command, settings)
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel system worker --queue postgres://semqrel@db.example.org/semqrel?sslmode=verify-full\n" +
        "  PGPASSWORD=… semqrel system worker --queue postgres://semqrel@localhost/semqrel --threads 2 --until-idle",
    )
    .action((flags: WorkerFlags) => work(flags, io));
}

async function work(flags: WorkerFlags, io: CliIo): Promise<void> {
  const { workOnQueue } = await import("../../jobs/postgres/postgres-worker.ts");
  const [address, database] = queueOf(flags);
  io.endsByItself?.();
  const tell = (text: string) => say(text, flags, io);
  io.signal.addEventListener("abort", () => tell("Returning unfinished blocks. Press Ctrl-C again to stop at once."));
  await workOnQueue(address, {
    ...database,
    remark: tell,
    version,
    tools: {
      ...(flags.threads === undefined ? {} : { threads: flags.threads }),
      cacheFolder: flags.cache ? defaultCacheFolder(io.environment) : null,
    },
    concurrency: flags.concurrency,
    untilIdle: flags.untilIdle === true,
    beatSeconds: flags.heartbeat,
    signal: io.signal,
    report: (event) => tell(sentenceOf(event, flags)),
  });
  tell("Stopped.");
}

function sentenceOf(event: WorkerEvent, flags: WorkerFlags): string {
  if (event.kind === "started") {
    return `Working at ${event.database}, ${counted(flags.concurrency, "block")} at once. Press Ctrl-C to stop.`;
  }
  if (event.kind === "left") {
    return `Other workers must label this block and all blocks that need the same model: ${event.error}`;
  }
  const { kind, work: what, key, rows, texts, seconds: time, error, attempt } = event;
  const named = `block ${key.slice(0, 8)}`;
  const size =
    what === "label" ? `${counted(texts, "query", "queries")}, ${counted(rows, "row")}` : counted(texts, "title");
  if (kind === "failed") return `${named} (${size}) failed, try ${attempt}: ${error}`;
  return `${named} ${kind}: ${size}, ${time.toFixed(1)} s`;
}
