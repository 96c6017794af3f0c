/** Labels that fall by the same step from rank to rank. */
import type { LabelFunctionKind } from "./label-function-kind.ts";
import { parameter } from "./parameter.ts";

/** `top * (1 - rank / depth)`, 0 from rank `depth` on; rank from 0. */
export const linear: LabelFunctionKind = {
  name: "linear",
  summary: "top * (1 - rank / depth), not below 0",
  defaults: { top: [5], depth: [20] },
  make(parameters) {
    const top = parameter(parameters, "top", 0);
    const depth = parameter(parameters, "depth", 1, true);
    return (rank) => (rank < depth ? (top * (depth - rank)) / depth : 0);
  },
};
