/**
 * Compiles hnswlib-node in a checkout if `npm ci` or `npm install` left it out or did not compile it. npm downloads
 * Node's headers to compile it, and silently leaves it out without a network. The headers may be installed with Node.
 * npm runs this file as the script `prepare`, but not if semqrel is installed from the registry.
 */
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

const name = "hnswlib-node";
const { npm_command: command = "", npm_config_user_agent: agent = "", npm_execpath: npm = "" } = process.env;
// Other package managers keep the package, and npm must not touch their node_modules. Packing needs no native code.
const isWanted = agent.startsWith("npm/") && command !== "pack" && command !== "publish";

function run(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return { succeeded: status === 0, said: `${stdout}${stderr}` };
}
// Tries in a new process each time, because a process remembers which packages it did not find.
const loads = () => run(["-e", `require("${name}")`]).succeeded;

if (isWanted && !loads()) {
  const besideNode = dirname(dirname(realpathSync(process.execPath)));
  let why = `npm could not compile it, and Node's headers are not in ${join(besideNode, "include/node")}`;
  if (existsSync(join(besideNode, "include/node/node_api.h"))) {
    // The lock file determines the version and its checksum, and is not changed.
    const steps = existsSync(join("node_modules", name)) ? ["rebuild"] : ["install", "--no-save"];
    const { said } = run([npm, ...steps, name, `--nodedir=${besideNode}`, "--foreground-scripts"]);
    why = /gyp ERR! stack Error: (.+)/.exec(said)?.[1] ?? "npm did not say why";
  }
  console.log(
    loads()
      ? `${name} was compiled with Node's headers in ${join(besideNode, "include/node")}.`
      : `${name} was not compiled: ${why}. semqrel uses exact search instead, with the same results.`,
  );
}
