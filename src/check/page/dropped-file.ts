/** How does a file that was dropped on the page become the input that readers of lists take? */
import { BYTES_OF_KIND, badLine, notUtf8, requireReadable, startsAsUtf16 } from "../../io/encoding.ts";
import { inputError } from "../../io/input-error.ts";
import type { InputText } from "../../io/open-input.ts";

/** A file by its name, gzip-compressed or not. */
export interface DroppedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** @throws SemqrelError as `openInput` */
export async function openDropped({ name, bytes: given }: DroppedFile): Promise<{ input: InputText; text: string }> {
  if (given.length === 0) throw inputError("EMPTY_FILE", name, "it is empty. Give a file with rows.");
  requireReadable(given.subarray(0, BYTES_OF_KIND), name);
  if (String.fromCharCode(...given.subarray(0, 4)) === "PAR1") {
    const what =
      "it is a Parquet file, which this page does not read. Save it as CSV, or use semqrel on the command line.";
    throw inputError("INVALID_FORMAT", name, what);
  }
  const isCompressed = given[0] === 0x1f && given[1] === 0x8b;
  const text = decode(isCompressed ? await decompress(given, name) : given, name);
  async function* pieces() {
    yield text;
  }
  const input: InputText = {
    source: name,
    pieces: pieces(),
    parquet: null,
    bytes: none(),
    sha256: () => "",
    sizeBytes: () => given.length,
    reuse: () => {},
    close: () => {},
  };
  return { input, text };
}

async function* none(): AsyncIterable<never> {}

async function decompress(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  try {
    const unpacked = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(unpacked).arrayBuffer());
  } catch (cause) {
    const what = "the gzip data is damaged or cut short. Compress the file again.";
    throw inputError("INVALID_FORMAT", name, what, { cause });
  }
}

function decode(bytes: Uint8Array, name: string): string {
  const encoding = !startsAsUtf16(bytes) ? "utf-8" : bytes[0] === 0xff ? "utf-16le" : "utf-16be";
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw notUtf8(name, encoding === "utf-8" ? badLine(decoder, bytes, 1) : null, bytes, cause);
  }
}
