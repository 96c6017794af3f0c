/**
 * Starts the slowest test files first. In a fresh checkout, vitest knows no times and starts large files first. The
 * files below are small but slow, so they would start last, and run while other cores are idle.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

const long = [
  "golden/notebook",
  "cli/interruption",
  "architecture/docs",
  "jobs/child-processes",
  "jobs/resume",
  "cli/bench",
  "architecture/scripts",
  "architecture/recipes",
  "cli/evidence-schema",
  "cli/machine-fault",
].map((name) => `/test/${name}.test.ts`);

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long.some((end) => moduleId.endsWith(end));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
