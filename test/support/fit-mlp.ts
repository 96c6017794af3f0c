import { mlpEpochs } from "../../src/maths/regression/mlp.ts";

/** Trains all epochs at once. */
export function fitMlp(...given: Parameters<typeof mlpEpochs>) {
  const epochs = mlpEpochs(...given);
  let epoch = epochs.next();
  while (!epoch.done) epoch = epochs.next();
  return epoch.value;
}
