/** How is WebAssembly opened that the build compiled into a text? */

/** As much of the compiler as is used here: Node's types have none. */
interface Compiler {
  validate(code: Uint8Array): boolean;
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/** What every module has. */
export interface Memory {
  /** Another one after the memory has grown. */
  readonly buffer: ArrayBuffer;
}

/**
 * Makes instances, each with a memory of its own.
 *
 * @param code in base 64, compiled when it is first needed
 * @returns null where Node may not compile, or the machine lacks an instruction
 */
export function webAssembly<Exports>(code: string): () => Exports | null {
  let compiled: object | null | undefined;
  return () => {
    // Node has no WebAssembly where it may not compile.
    const { WebAssembly: compiler } = globalThis as unknown as { readonly WebAssembly?: Compiler };
    if (compiler === undefined) return null;
    if (compiled === undefined) {
      const bytes = Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0));
      compiled = compiler.validate(bytes) ? new compiler.Module(bytes) : null;
    }
    return compiled === null ? null : (new compiler.Instance(compiled).exports as Exports);
  };
}
