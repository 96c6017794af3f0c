import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { messageOf } from "../../core/errors.ts";
import { ownFile } from "../../core/files/folders.ts";

interface BuildMachine {
  /** Which of these are missing: a C++ compiler, make, Python 3. */
  readonly lacking: readonly string[];
  /** The folder above `include/node` if Node's headers are there; null if npm has to download the headers. */
  readonly headersAt: string | null;
  readonly isGlobal: boolean;
}

/** Returns the cause (`fact`: not installed, not compiled or not loadable) and what to do (`remedy`), in sentences. */
export function explainMissingHnsw(cause: unknown, machine: BuildMachine = thisMachine()) {
  const [thrown = ""] = messageOf(cause).split("\n");
  if (thrown.startsWith("Cannot find module 'hnswlib-node'")) return { ...notInstalled(machine), cause };
  const { isGlobal, headersAt } = machine;
  const headers = headersAt === null ? "" : ` --nodedir=${headersAt}`;
  const rebuild = `npm rebuild hnswlib-node${isGlobal ? " --global" : ""}${headers}`;
  // Message of the package `bindings`, which looks for the compiled file.
  if (thrown.startsWith("Could not locate the bindings file")) {
    const skipping = "npm with --ignore-scripts, pnpm and Yarn 4 skip it";
    const others = "With pnpm, run pnpm approve-builds; with Yarn, set dependenciesMeta.hnswlib-node.built to true.";
    return {
      fact: `hnswlib-node is installed but was not compiled. Its install script failed or did not run (${skipping}).`,
      remedy: `Run ${rebuild}. ${others}`,
      cause,
    };
  }
  return {
    fact:
      `hnswlib-node is installed, but Node ${process.version} cannot load it (${thrown}). ` +
      "It is damaged, or was compiled for another Node version or system.",
    remedy: `Run ${rebuild}.`,
    cause,
  };
}

/** Usually, npm has removed the package, because it is optional and could not be compiled. */
function notInstalled({ lacking, headersAt }: BuildMachine) {
  const fact = "hnswlib-node is not installed.";
  if (lacking.length > 0) {
    return {
      fact: `${fact} npm could not compile it and skipped it: this machine lacks ${lacking.join(" and ")}.`,
      remedy: `Install ${lacking.join(" and ")}, then install semqrel again.`,
    };
  }
  if (headersAt === null) {
    return {
      fact: `${fact} npm skips it if compiling fails. Node's headers are not installed with Node, so npm downloads them from nodejs.org.`,
      remedy: "Allow that download or install the headers, then install semqrel again.",
    };
  }
  return {
    fact: `${fact} npm skips it with --omit=optional, or if it cannot download Node's headers from nodejs.org. This machine has them in ${join(headersAt, "include/node")}.`,
    remedy: `Install semqrel again with npm_config_nodedir=${headersAt}.`,
  };
}

function thisMachine(): BuildMachine {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const has = (...programs: readonly (string | undefined)[]) =>
    programs.some((program) => program && folders.some((folder) => existsSync(join(folder, program))));
  const tools = [
    ["a C++ compiler", process.env["CXX"] !== undefined || has("c++", "g++", "clang++")],
    ["make", has("make", "gmake")],
    ["Python 3", has("python3", "python")],
  ] as const;
  // The compiler of Visual Studio is not in the PATH, so it would not be found.
  const lacking = process.platform === "win32" ? [] : tools.flatMap(([name, isThere]) => (isThere ? [] : [name]));
  const besideNode = dirname(dirname(realpathSync(process.execPath)));
  return {
    lacking,
    headersAt: existsSync(join(besideNode, "include/node/node_api.h")) ? besideNode : null,
    isGlobal: /[\\/]lib[\\/]node_modules[\\/]semqrel[\\/]/.test(ownFile("package.json")),
  };
}
