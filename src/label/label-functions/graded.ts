/** Whole grades by depth, as people give them. */
import { SemqrelError } from "../../core/errors.ts";
import type { LabelFunctionKind } from "./label-function-kind.ts";

/** The number of `depths` that the rank lies above: with 1/5/10/20, rank 0 gets 4, ranks 1-4 get 3, … from 20 on 0. */
export const graded: LabelFunctionKind = {
  name: "graded",
  summary: "how many of the depths lie above the rank: 4, 3, 2, 1, 0",
  defaults: { depths: [1, 5, 10, 20] },
  make(parameters) {
    const depths = parameters["depths"] ?? [];
    const rising = depths.every((depth, place) => Number.isInteger(depth) && depth > (depths[place - 1] ?? 0));
    if (!rising) {
      throw new SemqrelError(
        "INVALID_OPTION",
        `Label function graded: depths=${depths.join("/")} do not rise. Give whole numbers like depths=1/5/10/20.`,
        { details: { depths } },
      );
    }
    return (rank) => depths.filter((depth) => rank < depth).length;
  },
};
