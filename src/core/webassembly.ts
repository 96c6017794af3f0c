import { attempt } from "./attempt.ts";

/** The part of `WebAssembly` that is used. Node's types lack it. */
interface Compiler {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

export interface Memory {
  /** Replaced by a new buffer whenever the memory grows. */
  readonly buffer: ArrayBuffer;
}

/**
 * Returns a function that creates an instance with its own memory, or null if compiling is forbidden, the machine lacks
 * an instruction, or memory is short.
 * @param code - in base 64
 */
export function webAssembly<Exports>(code: string): () => Exports | null {
  let compiled: object | null | undefined;
  return () => {
    const { WebAssembly: compiler } = globalThis as unknown as { readonly WebAssembly?: Compiler };
    if (compiler === undefined) return null;
    compiled ??= attempt(() => new compiler.Module(Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0))));
    const made = compiled;
    // Each instance reserves gigabytes of addresses, which some systems limit.
    return made && attempt(() => new compiler.Instance(made).exports as Exports);
  };
}
