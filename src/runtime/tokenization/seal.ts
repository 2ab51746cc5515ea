/** The interface to the encryption of stored credentials, with a local key or a key service. */

export interface Seal {
  /** @param context is not stored, and must be the same to open */
  seal(plain: Uint8Array, context: Uint8Array): Promise<string>;
  /** @throws SealError if the text was changed, or sealed in another context or with an unknown key */
  open(sealed: string, context: Uint8Array): Promise<Uint8Array>;
}

export type SealErrorCode = "SEAL_KEY_UNKNOWN" | "SEAL_BROKEN";

const TEXTS: Readonly<Record<SealErrorCode, string>> = {
  SEAL_KEY_UNKNOWN: "it was sealed with an unknown key",
  SEAL_BROKEN: "it was changed, or sealed in another context",
};

/** A sealed text cannot be opened. The error reveals nothing about it. */
export class SealError extends Error {
  override readonly name: string = "SealError";
  readonly code: SealErrorCode;

  constructor(code: SealErrorCode) {
    super(`${code}: ${TEXTS[code]}`);
    this.code = code;
  }
}
