/** One label for all of the reference's first results. */
import type { LabelFunctionKind } from "./label-function-kind.ts";
import { parameter } from "./parameter.ts";

/** `top` for ranks below `depth`, else 0; rank from 0. */
export const flat: LabelFunctionKind = {
  name: "flat",
  summary: "top below rank depth, else 0",
  defaults: { top: [1], depth: [20] },
  make(parameters) {
    const top = parameter(parameters, "top", 0);
    const depth = parameter(parameters, "depth", 1, true);
    return (rank) => (rank < depth ? top : 0);
  },
};
