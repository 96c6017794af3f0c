/** Which errors are the machine's and not ours, and what helps? Imports nothing: it must work where nothing else loads. */

const moreFiles = "raise how many files may be open at once, such as with ulimit -n 1024";
const noRoom = "Make room on that disk.";

const remedies: Readonly<Record<string, string>> = {
  ENOSPC: noRoom,
  EDQUOT: noRoom,
  EROFS: "Choose a place that can be written.",
  EACCES: "Check who may read and write there.",
  EPERM: "Check who may read and write there.",
  EIO: "Check that disk.",
  ENOMEM: "Free memory, or give the process more.",
  EAGAIN: "Free memory or processes, or raise the limits of this process (ulimit).",
  EBUSY: "Another program is using it. Close that program first.",
};

/** A sentence or two for the user; null where it may be a mistake of ours. */
export function machineFault(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = "", syscall } = cause as NodeJS.ErrnoException;
    if (syscall === "uv_cwd") return "The folder that this was started in is gone. Go to one that is there (cd).";
    if (["EMFILE", "ENFILE"].includes(code) || /too many open files/i.test(cause.message)) {
      return `The system refused to open another file: ${moreFiles}.`;
    }
    if (cause.name === "RuntimeError" && cause.message === "unreachable") {
      return "The names of queries and documents fill 2 GiB, which is as many as are held at once. Give fewer queries.";
    }
    // Node.js says so, too, where a package is there and cannot be opened.
    if (code === "ERR_MODULE_NOT_FOUND") {
      return `Loading a part of semqrel: ${cause.message}. Install semqrel again, or ${moreFiles}.`;
    }
    const remedy = syscall === undefined ? undefined : remedies[code];
    if (remedy !== undefined) return `The system refused something: ${cause.message}. ${remedy}`;
  }
  return null;
}
