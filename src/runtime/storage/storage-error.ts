/** The database cannot be asked: closed, full, busy for too long, broken. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly code = "storage_unavailable";

  constructor(what: string, cause?: unknown) {
    super(`storage_unavailable: ${what}`, cause === undefined ? undefined : { cause });
  }
}
