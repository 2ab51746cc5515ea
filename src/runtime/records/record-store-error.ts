/** The database cannot be asked: closed, full, busy for too long, broken. */
export class RecordStoreError extends Error {
  override readonly name = "RecordStoreError";
  readonly code = "records_unavailable";

  constructor(what: string, cause?: unknown) {
    super(`records_unavailable: ${what}`, cause === undefined ? undefined : { cause });
  }
}
