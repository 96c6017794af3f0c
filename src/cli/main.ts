#!/usr/bin/env node
/** The entry point. Passes arguments and streams to `run`, reacts to signals, and sets the exit code. */

// Older versions of Node.js may not be able to parse the modules imported below.
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
// SIGINT is sent by Ctrl-C, SIGTERM when a service or machine stops, and SIGHUP when a terminal closes.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => interrupt(signal));
function interrupt(signal: string): void {
  if (interruption.signal.aborted) {
    // A second Ctrl-C ends the process at once. Other signals are ignored, because they may be sent twice by accident.
    if (signal === "SIGINT") process.exit(130);
    return;
  }
  interruption.abort();
  // Ends the process after two seconds, because a run that waits for standard input would not react to the signal.
  setTimeout(() => {
    if (endsByItself) return;
    const erase = movesCursor(process.stderr, { environment: process.env }) ? ERASE : "";
    process.stderr.write(`${erase}semqrel: interrupted.\n`);
    process.exit(130);
  }, 2000).unref();
}
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // A reader such as `head` may stop early. The run continues, because its files and exit code may still be needed.
    if (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED") return;
    // After a signal, the terminal itself may be closed.
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
  // The import is inside `try`, because it fails if the limit of open files is too low.
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
