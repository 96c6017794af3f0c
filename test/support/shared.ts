/**
 * Where is material that lies beside the project and is not part of it?
 * Tests that need it are reported as skipped where it is absent; REQUIRE_SHARED=1 makes its absence a failure.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const sharedFolder = fileURLToPath(new URL("../../../shared/", import.meta.url));
export const hasShared = existsSync(`${sharedFolder}golden`) || process.env["REQUIRE_SHARED"] === "1";
