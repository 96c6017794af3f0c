/** Explains errors of the machine, such as a full disk. Imports nothing, so that it works if imports fail. */

const moreFiles = "raise the limit of open files, e.g. ulimit -n 1024";
const noRoom = "Free some space on that disk.";

const remedies: Readonly<Record<string, string>> = {
  ENOSPC: noRoom,
  EDQUOT: noRoom,
  EROFS: "Choose a folder that you can write to.",
  EACCES: "Check the permissions there.",
  EPERM: "Check the permissions there.",
  EIO: "Check that disk.",
  ENOMEM: "Free memory, or give the process more memory.",
  EAGAIN: "Free memory or processes, or raise the limits of this process (ulimit).",
  EBUSY: "Another program is using it. Close that program first.",
};

/** Returns one or two sentences for the user; null if the error may be a bug of semqrel. */
export function machineFault(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = "", syscall } = cause as NodeJS.ErrnoException;
    if (syscall === "uv_cwd") return "The current folder no longer exists. Change to one that exists (cd).";
    if (["EMFILE", "ENFILE"].includes(code) || /too many open files/i.test(cause.message)) {
      return `The system refused to open another file: ${moreFiles}.`;
    }
    if (cause.name === "RuntimeError" && cause.message === "unreachable") {
      return "The names of queries and documents fill 2 GiB, the maximum. Give fewer queries.";
    }
    // Node.js also gives this code if a package exists but cannot be opened.
    if (code === "ERR_MODULE_NOT_FOUND") {
      return `Loading a part of semqrel: ${cause.message}. Install semqrel again, or ${moreFiles}.`;
    }
    const remedy = syscall === undefined ? undefined : remedies[code];
    if (remedy !== undefined) return `The system refused an operation: ${cause.message}. ${remedy}`;
  }
  return null;
}
