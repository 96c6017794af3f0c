/**
 * Where is material that is not part of the project? Tests that need it are reported as skipped if it is missing;
 * REQUIRE_SHARED=1 makes them fail instead.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const sharedFolder = fileURLToPath(new URL("../../../shared/", import.meta.url));
export const hasShared = existsSync(`${sharedFolder}golden`) || process.env["REQUIRE_SHARED"] === "1";
