/** Shows progress on stderr: a live line on a terminal, otherwise a plain line every ten seconds. */
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
    // Leaves out the steps of the first 0.1 seconds, because they come from the cache and would distort the rate.
    const rate = seconds > 0 ? (done - task.first) / seconds : 0;
    const left = rate > 0 ? `, ${duration((task.total - done) / rate)} left` : "";
    const state = `${task.name} ${done}/${task.total} ${task.unit}`;
    const whole = `${state}, ${rate.toFixed(0)}/s${left}`;
    // A wrapped line cannot be erased, and some terminals wrap in the last column.
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

/** Returns an output that erases an unfinished progress line before other text. */
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

/** Returns COLUMNS if it is set, otherwise the terminal's number of columns; Infinity for files and pipes. */
export function terminalWidth(output: Output, { environment }: Pick<CliIo, "environment">): number {
  const asked = Number(environment["COLUMNS"]);
  if (Number.isInteger(asked) && asked > 0) return asked;
  // A terminal of unknown size reports 0.
  return (output.isTTY === true && output.columns) || Number.POSITIVE_INFINITY;
}

export const ERASE = "\r\u001b[K";

/** Returns whether the output is a terminal that can move its cursor. With TERM=dumb, it cannot. */
export function movesCursor(output: Output, { environment }: Pick<CliIo, "environment">): boolean {
  return output.isTTY === true && environment["TERM"] !== "dumb";
}

/** Returns functions such as `bold`, without effect if colours are off. NO_COLOR and FORCE_COLOR only affect `auto`. */
export async function colorsFor(output: Output, io: CliIo, choice: ColorChoice = "auto") {
  const { default: picocolors } = await import("picocolors");
  return picocolors.createColors(isColored(output, io, choice));
}

function isColored(output: Output, io: CliIo, choice: ColorChoice): boolean {
  if (choice !== "auto") return choice === "always";
  if (io.environment["NO_COLOR"]) return false;
  const forced = io.environment["FORCE_COLOR"];
  if (forced) return forced !== "0" && forced !== "false";
  return movesCursor(output, io);
}
