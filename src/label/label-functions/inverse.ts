/** Label 5, 2.5, 1.667, …: the notebook's labels. */
import type { LabelFunctionKind } from "./label-function-kind.ts";
import { parameter } from "./parameter.ts";

/** `top / (rank + 1)`, rank from 0. */
export const inverse: LabelFunctionKind = {
  name: "inverse",
  summary: "top / (rank + 1)",
  defaults: { top: [5] },
  make(parameters) {
    const top = parameter(parameters, "top", 0);
    return (rank) => top / (rank + 1);
  },
};
