/** The errors a person can act on; everything else is a bug and keeps its stack. */

/** What went wrong, as far as the exit code is concerned. */
type FailureKind = "refused" | "misuse" | "store";

/** An error the user can act on: one line and hints, no stack. */
export class UserError extends Error {
  override readonly name: string = "UserError";

  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly hints: readonly string[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Another process holds a lock for longer than we may wait. */
export class LockTimeoutError extends UserError {
  override readonly name = "LockTimeoutError";
}

/** A file is not what it should be, or lies where we must not write. */
export function storeError(
  message: string,
  hint: string,
  cause?: unknown,
): UserError {
  return new UserError("store", message, [hint], { cause });
}

/** Whether the system refused: a full disk, a file we may not read. */
export function isSystemError(error: unknown): error is Error {
  return error instanceof Error && /\(os error \d+\)/.test(error.message);
}

/** Whether a file cannot be used: the system refused it, or we did. */
export function isFileProblem(error: unknown): boolean {
  return isSystemError(error) || error instanceof UserError;
}
