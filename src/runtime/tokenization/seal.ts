/** What keeps credentials unreadable at rest: a port to a key, here or in a key service. */

export interface Seal {
  /** `context` is not kept: to open, it has to be the same. */
  seal(plain: Uint8Array, context: Uint8Array): Promise<string>;
  /** @throws SealError for what was changed, or was sealed in another context or with an unknown key */
  open(sealed: string, context: Uint8Array): Promise<Uint8Array>;
}

export type SealErrorCode = "SEAL_KEY_UNKNOWN" | "SEAL_BROKEN";

const TEXTS: Readonly<Record<SealErrorCode, string>> = {
  SEAL_KEY_UNKNOWN: "it was sealed with a key that is not in the ring",
  SEAL_BROKEN: "it was changed, or sealed in another context",
};

/** What was sealed cannot be opened. It says nothing of what that is. */
export class SealError extends Error {
  override readonly name: string = "SealError";
  readonly code: SealErrorCode;

  constructor(code: SealErrorCode) {
    super(`${code}: ${TEXTS[code]}`);
    this.code = code;
  }
}
