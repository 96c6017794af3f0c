/**
 * Kills a child process at a given block. Loaded before the child's own code, by NODE_OPTIONS. DIE_AT: a text of the
 * block. DIE_HOW: a signal, `throw` or `exit`. DIE_TIMES: a file with one byte per death.
 */
import { readFileSync, truncateSync } from "node:fs";

const { DIE_AT = "", DIE_HOW = "SIGKILL", DIE_TIMES } = process.env;
if (process.argv[1]?.endsWith("child-main.js")) {
  process.on("message", ({ input }) => {
    if (!readFileSync(input, "utf8").includes(DIE_AT)) return;
    if (DIE_TIMES !== undefined) {
      const left = readFileSync(DIE_TIMES).length;
      if (left === 0) return;
      truncateSync(DIE_TIMES, left - 1);
    }
    if (DIE_HOW === "exit") process.exit(3);
    if (DIE_HOW === "throw") throw new Error("no memory left");
    process.kill(process.pid, DIE_HOW);
  });
}
