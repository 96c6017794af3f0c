/**
 * What does a user see while it takes long?
 * One line on stderr with rate and time left; a plain line every ten seconds where stderr is no terminal.
 */
import type { Clock, Progress } from "../ports.ts";
import type { CliIo, Output } from "./io.ts";

/** Back to the beginning of the line, and away with what stands there. */
const ERASE = "\r\u001b[K";
const TERMINAL_SECONDS = 0.1;
const PLAIN_SECONDS = 10;

export function stderrProgress(io: CliIo, clock: Clock, quiet: boolean): Progress {
  if (quiet) return { start: () => {}, update: () => {}, finish: () => {} };
  const isLive = io.stderr.isTTY === true && !io.environment["CI"];
  let task = { name: "", total: 0, unit: "", begun: 0, shown: 0, first: 0, isShown: false };
  const line = (done: number) => {
    const seconds = clock.seconds() - task.begun;
    // What came from the cache at once says nothing about the rate.
    const rate = seconds > 0 ? (done - task.first) / seconds : 0;
    const left = rate > 0 ? `, ${duration((task.total - done) / rate)} left` : "";
    return `${task.name} ${done}/${task.total} ${task.unit}, ${rate.toFixed(0)}/s${left}`;
  };
  return {
    start(name, total, unit) {
      const now = clock.seconds();
      task = { name, total, unit, begun: now, shown: now, first: 0, isShown: false };
    },
    update(done) {
      const now = clock.seconds();
      if (!task.isShown && now - task.begun < TERMINAL_SECONDS) task.first = done;
      if (now - task.shown < (isLive ? TERMINAL_SECONDS : PLAIN_SECONDS)) return;
      task.shown = now;
      task.isShown = true;
      io.stderr.write(isLive ? `${ERASE}${line(done)}` : `${line(done)}\n`);
    },
    finish() {
      if (isLive && task.isShown) io.stderr.write(ERASE);
    },
  };
}

/** The same output, where nothing but progress is written behind an unfinished line of progress. */
export function endingProgressLines(output: Output): Output {
  let isUnfinished = false;
  return {
    get isTTY() {
      return output.isTTY === true;
    },
    get columns() {
      return output.columns;
    },
    write(text) {
      const erase = isUnfinished && !text.startsWith(ERASE) ? ERASE : "";
      isUnfinished = text.startsWith(ERASE) && text !== ERASE;
      return output.write(erase + text);
    },
  };
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
