/** Which semqrel is this? */
import { readFileSync } from "node:fs";

/** From package.json, so that it stands in one place. */
export const version: string = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
