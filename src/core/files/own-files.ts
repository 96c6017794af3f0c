/** Where do files of the package itself lie, wherever the build has put the code that asks? */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SemqrelError } from "../errors.ts";

let packageFolder: string | undefined;

/** @param path in the package, such as `dist/cli/main.js` */
export function ownFile(path: string): string {
  packageFolder ??= folderWithPackage(dirname(fileURLToPath(import.meta.url)));
  return join(packageFolder, path);
}

/** What stands in a file that the build made, such as the script of a page. @param path in dist/ */
export function readBuiltFile(path: string, what: string): string {
  const file = ownFile(join("dist", path));
  if (existsSync(file)) return readFileSync(file, "utf8");
  throw new SemqrelError("FILE_NOT_FOUND", `Reading ${what}: it was not built. Run npm run build.`, {
    details: { file },
  });
}

function folderWithPackage(folder: string): string {
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, "package.json")) ? folder : folderWithPackage(above);
}
