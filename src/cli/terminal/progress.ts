/**
 * What does a user see while it takes long?
 * One line on stderr with rate and time left; a plain line every ten seconds where stderr is not a terminal.
 */
import { type Clock, type Progress, silentProgress } from "../../core/ports.ts";
import { displayWidth, shortenName } from "../../core/text/display-width.ts";
import type { CliIo, ColorChoice, Output } from "../io.ts";

const TERMINAL_SECONDS = 0.1;
const PLAIN_SECONDS = 10;

export const processClock: Clock = { seconds: () => performance.now() / 1000 };

export function stderrProgress(io: CliIo, quiet: boolean, clock: Clock = processClock): Progress {
  if (quiet) return silentProgress;
  const isLive = movesCursor(io.stderr, io) && !io.environment["CI"];
  let task = { name: "", total: 0, unit: "", begun: 0, shown: 0, first: 0, isShown: false };
  const line = (done: number) => {
    const seconds = clock.seconds() - task.begun;
    // What came from the cache at once says nothing about the rate.
    const rate = seconds > 0 ? (done - task.first) / seconds : 0;
    const left = rate > 0 ? `, ${duration((task.total - done) / rate)} left` : "";
    const state = `${task.name} ${done}/${task.total} ${task.unit}`;
    const whole = `${state}, ${rate.toFixed(0)}/s${left}`;
    // A line that runs over cannot be erased; in its last column some terminals have begun the next one.
    const most = isLive ? terminalWidth(io.stderr, io) - 1 : Number.POSITIVE_INFINITY;
    const fitting = [whole, `${state}${left}`, state].find((text) => displayWidth(text) <= most);
    return fitting ?? shortenName(state, Math.max(3, most));
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
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Columns: what the variable COLUMNS says, else the terminal's; endless where text goes to a file or a pipe. */
export function terminalWidth(output: Output, { environment }: Pick<CliIo, "environment">): number {
  const asked = Number(environment["COLUMNS"]);
  if (Number.isInteger(asked) && asked > 0) return asked;
  // A terminal that does not know its size says 0.
  return (output.isTTY === true && output.columns) || Number.POSITIVE_INFINITY;
}

/** Back to the beginning of the line, and away with what stands there. */
export const ERASE = "\r\u001b[K";

/** On a terminal that knows how: TERM=dumb says that it does not. Colours are another matter. */
export function movesCursor(output: Output, { environment }: Pick<CliIo, "environment">): boolean {
  return output.isTTY === true && environment["TERM"] !== "dumb";
}

/**
 * Functions such as `bold`, which leave text as it is if it is not coloured: `--color always|never`, else NO_COLOR and
 * FORCE_COLOR, else where the text goes to a terminal.
 */
export async function colorsFor(output: Output, io: CliIo, choice: ColorChoice = "auto") {
  const { default: picocolors } = await import("picocolors");
  return picocolors.createColors(isColored(output, io, choice));
}

function isColored(output: Output, { environment }: CliIo, choice: ColorChoice): boolean {
  if (choice !== "auto") return choice === "always";
  if (environment["NO_COLOR"]) return false;
  const forced = environment["FORCE_COLOR"];
  if (forced) return forced !== "0" && forced !== "false";
  return output.isTTY === true && environment["TERM"] !== "dumb";
}
