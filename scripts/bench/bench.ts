/**
 * Measures how fast this machine is at each part of the work. Run: npm run bench -- --help
 * The other files of this folder make inputs, or measure one part each.
 */
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { Command } from "commander";
import type { CliIo } from "../../src/cli/io.ts";
import { addOptions } from "../../src/cli/options/add-options.ts";
import { printJson, printText } from "../../src/cli/terminal/print.ts";
import { processClock, stderrProgress } from "../../src/cli/terminal/progress.ts";
import { count, type GivenOf, toggle } from "../../src/command/settings.ts";
import { ownFile } from "../../src/core/files/folders.ts";
import { version } from "../../src/core/files/version.ts";
import { renderBench } from "./bench-report.ts";
import { runBench } from "./run-bench.ts";

const settings = {
  threads: count("<n>", "threads of the model (default: all cores)"),
  rounds: count("<n>", "rounds of each comparison; medians count", { default: 5 }),
  seed: count("<n>", "seed of the generated titles", { default: 1 }),
  quick: toggle("a hundredth of the job and one round, to test that it works"),
  json: toggle("one JSON document"),
  quiet: toggle("no progress", { short: "-q" }),
};
type BenchFlags = GivenOf<typeof settings>;

const { stdout, stderr, env: environment } = process;
const io: CliIo = { stdout, stderr, environment, signal: new AbortController().signal };

const command = new Command("npm run bench --").description(
  "Compares embedding with this machine's own matrix-multiply speed and with the stock pipeline of transformers.js,\n" +
    "runs a generated job of the notebook's size cold and warm, measures a run, and looks up titles in indexes.\n" +
    "Compare ratios, not seconds. Takes some minutes.",
);
await addOptions(command, settings)
  .addHelpText("after", "\nExamples:\n  npm run bench -- --quick\n  npm run bench -- --threads 2 --json > bench.json")
  .action(async (flags: BenchFlags) => {
    const threads = flags.threads ?? availableParallelism();
    const figures = await runBench({
      threads,
      rounds: flags.quick ? 1 : flags.rounds,
      share: flags.quick ? 0.01 : 1,
      seed: flags.seed,
      command: [process.execPath, ownFile("dist/cli/main.js")],
      plainCommand: [process.execPath, ownFile("dist/bench/plain-measure.js")],
      trecEval: process.env["TREC_EVAL"] || "trec_eval",
      clock: processClock,
      progress: stderrProgress(io, flags.quiet === true),
    });
    const machine = {
      processor: cpus()[0]?.model.trim() ?? "unknown processor",
      cores: availableParallelism(),
      threads,
      memoryBytes: totalmem(),
      system: `${type()} ${release()}`,
      node: process.versions.node,
      semqrel: version,
    };
    if (flags.json) return printJson(io, { schema: "semqrel.bench/1", machine, ...figures });
    printText(io, renderBench(machine, figures));
  })
  .parseAsync();
