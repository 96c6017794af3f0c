/** Runs ONNX models. Opens a model by path, because onnxruntime-node ignores all options if it gets a buffer. */
import { createRequire } from "node:module";
import { messageOf, SemqrelError } from "../../core/errors.ts";

export interface OnnxSession {
  readonly inputs: readonly string[];
  /** Runs the model on named int64 or float32 inputs of one shape, and returns its first output. */
  run(inputs: Readonly<Record<string, BigInt64Array | Float32Array>>, shape: readonly number[]): Promise<Float32Array>;
}

/** @param threads - number of threads that share the work of one operator of the model, >= 1 */
export async function openOnnxSession(path: string, threads: number): Promise<OnnxSession> {
  const runtime = loadRuntime();
  const session = await runtime.InferenceSession.create(path, {
    executionProviders: ["cpu"],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: "all",
    logSeverityLevel: 3,
  });
  const [output = ""] = session.outputNames;
  return {
    inputs: session.inputNames,
    async run(inputs, shape) {
      const feeds = Object.fromEntries(
        Object.entries(inputs).map(([name, data]) => [
          name,
          data instanceof Float32Array
            ? new runtime.Tensor("float32", data, shape)
            : new runtime.Tensor("int64", data, shape),
        ]),
      );
      const result = (await session.run(feeds))[output];
      return result?.data as Float32Array;
    },
  };
}

function loadRuntime(): typeof import("onnxruntime-node") {
  try {
    return createRequire(import.meta.url)("onnxruntime-node");
  } catch (cause) {
    const [found = ""] = messageOf(cause).split("\n");
    const needs = "It needs Linux with glibc (Alpine has musl instead), macOS or Windows, on x64 or arm64";
    const remedy = `${needs}. Use such a system, or install semqrel again.`;
    throw new SemqrelError("NATIVE_MODULE_MISSING", `Loading onnxruntime-node: ${found}. ${remedy}`, { cause });
  }
}
