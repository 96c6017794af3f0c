/** `semqrel bench`: how fast is this machine at each part of the work? */
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { Command } from "commander";
import { ownFile } from "../../core/files/own-files.ts";
import { version } from "../../verbs/version.ts";
import type { CliIo } from "../io.ts";
import { count } from "../options/option-values.ts";
import { printJson, printText } from "../terminal/print.ts";
import { processClock, stderrProgress } from "../terminal/progress.ts";

interface BenchFlags {
  readonly threads?: number;
  readonly rounds: number;
  readonly quick?: boolean;
  readonly seed: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function createCommand(io: CliIo): Command {
  return new Command("bench")
    .description(
      "Compares embedding with this machine's own matrix-multiply speed and with the stock pipeline of transformers.js,\n" +
        "runs a made job of the notebook's size cold and warm, measures a run, and looks up titles in indexes.\n" +
        "Compare ratios, not seconds. Takes some minutes.",
    )
    .option("--threads <n>", "threads of the model (default: all cores)", count)
    .option("--rounds <n>", "rounds of each comparison; medians count", count, 5)
    .option("--seed <n>", "of the made titles", count, 1)
    .option("--quick", "a hundredth of the job and one round: whether it works, not how fast")
    .option("--json", "one JSON document")
    .addHelpText("after", "\nExamples:\n  semqrel bench --quick\n  semqrel bench --threads 2 --json > bench.json")
    .action(async (flags: BenchFlags) => {
      const { runBench } = await import("../../bench/run-bench.ts");
      const { renderBench } = await import("../../bench/bench-report.ts");
      const threads = flags.threads ?? availableParallelism();
      const figures = await runBench({
        threads,
        rounds: flags.quick ? 1 : flags.rounds,
        share: flags.quick ? 0.01 : 1,
        seed: flags.seed,
        command: [process.execPath, process.argv[1] ?? ""],
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
    });
}
