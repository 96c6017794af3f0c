#!/usr/bin/env node
/** The entry point: arguments, streams, signals and exit code of the process. */

// Older versions may not be able to read the imports below.
if (Number.parseInt(process.versions.node, 10) < 20) {
  process.stderr.write(`semqrel: semqrel needs Node 20 or newer. This is Node ${process.versions.node}.\n`);
  process.exit(2);
}
const [{ exitCodes }, { machineFault }, { ERASE, movesCursor }] = await Promise.all([
  import("./io.ts"),
  import("./machine-fault.ts"),
  import("./terminal/progress.ts"),
]);

const interruption = new AbortController();
let endsByItself = false;
// Sent by Ctrl-C, when a service or machine stops, and when a terminal closes.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => interrupt(signal));
function interrupt(signal: string): void {
  if (interruption.signal.aborted) {
    // A second Ctrl-C does not wait for the end of the batch. Other signals may come twice without intention.
    if (signal === "SIGINT") process.exit(130);
    return;
  }
  interruption.abort();
  // Reading ignores the signal, so a run that waits for standard input would never end.
  setTimeout(() => {
    if (endsByItself) return;
    const erase = movesCursor(process.stderr, { environment: process.env }) ? ERASE : "";
    process.stderr.write(`${erase}semqrel: interrupted.\n`);
    process.exit(130);
  }, 2000).unref();
}
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // It is not a failure if a reader such as `head` stops. The run continues, for its files and exit code.
    if (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED") return;
    // The terminal itself may be gone.
    if (interruption.signal.aborted) return;
    if (stream === process.stdout) {
      process.stderr.write(
        `semqrel: Cannot write to standard output: ${error.message}. Write to a file on another disk.\n`,
      );
    }
    process.exit(exitCodes.usage);
  });
}
try {
  // Loading may fail, too, if the limit of open files is too low.
  const { run } = await import("./run.ts");
  process.exitCode = await run(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    environment: process.env,
    signal: interruption.signal,
    endsByItself: () => {
      endsByItself = true;
    },
  });
} catch (error) {
  const fault = machineFault(error);
  if (fault === null) throw error;
  process.stderr.write(`semqrel: ${fault}\n`);
  process.exit(exitCodes.usage);
}
