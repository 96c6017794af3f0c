/**
 * Which test files start first? vitest starts unknown files by size. These are small, but take long, and would end last
 * with one core idle. Their times are those of a fresh checkout, in which nothing is known.
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
