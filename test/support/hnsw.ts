/** Was hnswlib-node built? Its tests are skipped where it was not, but never in CI. */
import { loadHnsw } from "../../src/model/index/hnsw.ts";

export const hasHnsw = process.env["CI"] !== undefined || canLoad();

function canLoad(): boolean {
  try {
    loadHnsw();
    return true;
  } catch {
    return false;
  }
}
