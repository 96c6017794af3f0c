/** Labels that fall as DCG's own discount does. */
import type { LabelFunctionKind } from "./label-function-kind.ts";
import { parameter } from "./parameter.ts";

/** `top / log2(rank + 2)`, rank from 0. */
export const log: LabelFunctionKind = {
  name: "log",
  summary: "top / log2(rank + 2)",
  defaults: { top: [5] },
  make(parameters) {
    const top = parameter(parameters, "top", 0);
    return (rank) => top / Math.log2(rank + 2);
  },
};
