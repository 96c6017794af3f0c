/** Errors that users and programs can correct. Compare their codes, not their messages. The codes are a closed list. */

export type ErrorCode =
  | "INVALID_OPTION"
  | "FILE_NOT_FOUND"
  | "FILE_UNREADABLE"
  | "EMPTY_FILE"
  | "INVALID_ENCODING"
  | "INVALID_FORMAT"
  | "INVALID_ROW"
  | "INVALID_RANK"
  | "MISSING_COLUMN"
  | "MISSING_TITLE"
  | "AMBIGUOUS_QUERY"
  | "AMBIGUOUS_ENGINE"
  | "NO_COMMON_QUERY"
  | "NO_COMMON_DOCUMENT"
  | "DIFFERENT_QUERIES"
  | "DIFFERENT_CONDITIONS"
  | "INVALID_LABEL"
  | "INVALID_CUTOFF"
  | "INVALID_MEASURE"
  | "INVALID_VECTOR"
  | "OUTPUT_UNWRITABLE"
  | "MODEL_MISSING"
  | "MODEL_DAMAGED"
  | "DOWNLOAD_FAILED"
  | "NATIVE_MODULE_MISSING"
  | "INVALID_POOL"
  | "INVALID_SCALE"
  | "INVALID_RATING"
  | "DATABASE_UNUSABLE"
  | "PORT_UNAVAILABLE"
  | "BLOCK_FAILED"
  | "INTERRUPTED";

export interface ErrorContext {
  /** The values in the message, such as the file, line, column or query, for programs. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The message says what was being done, what was found, where, and what to do. */
export class SemqrelError extends Error {
  override readonly name = "SemqrelError";
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, context: ErrorContext = {}) {
    super(message, context.cause === undefined ? undefined : { cause: context.cause });
    this.code = code;
    this.details = context.details ?? {};
  }
}

export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

export function invalidOption(message: string, details: SemqrelError["details"] = {}, cause?: unknown): SemqrelError {
  return new SemqrelError("INVALID_OPTION", message, { details, cause });
}

/** @param doing - start of the message, such as "Reading" @param rest - end of it, such as " Nothing was written." */
export function throwIfAborted(signal: AbortSignal | undefined, doing: string, rest = ""): void {
  if (signal?.aborted) throw new SemqrelError("INTERRUPTED", `${doing}: interrupted.${rest}`);
}

/** Returns a function that creates INVALID_OPTION errors. @param doing - start of each message, such as "Judging" */
export function refusing(doing: string) {
  return (why: string, details?: Readonly<Record<string, unknown>>) => invalidOption(`${doing}: ${why}`, details);
}
