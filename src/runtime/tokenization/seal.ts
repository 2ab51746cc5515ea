/**
 * Stored credentials are encrypted by a seal: the interface, for a local key or a key service, and the implementation
 * with AES-256-GCM of the Web Cryptography API, and several keys for rotation.
 */

import { decodeBase64Url, encodeBase64Url } from "../text/encoding.js";

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

/** A project's own `CryptoKey` is assignable to this. */
interface WebKey {
  readonly type: string;
}

interface AesParameters {
  readonly name: "AES-GCM";
  readonly iv: Uint8Array;
  readonly additionalData: Uint8Array;
}

// Every platform has this, but the ECMAScript declarations do not.
declare const crypto: {
  getRandomValues(bytes: Uint8Array): Uint8Array;
  readonly subtle: {
    importKey(
      format: "raw",
      key: Uint8Array,
      algorithm: "AES-GCM",
      extractable: false,
      usages: readonly ("encrypt" | "decrypt")[],
    ): Promise<WebKey>;
    encrypt(parameters: AesParameters, key: WebKey, data: Uint8Array): Promise<ArrayBuffer>;
    decrypt(parameters: AesParameters, key: WebKey, data: Uint8Array): Promise<ArrayBuffer>;
  };
};

export interface AesGcmSealOptions {
  /** 32 random bytes each, by id of `[A-Za-z0-9_-]`. Opening requires the key that sealed. */
  readonly keys: Readonly<Record<string, Uint8Array>>;
  /** Id of the key that seals. To rotate, add a key, name it here, and remove the old one a day later. */
  readonly current: string;
}

const KEY_BYTES = 32;
/** NIST SP 800-38D §8.2.2: random, for at most 2^32 credentials per key. */
const IV_BYTES = 12;
const KEY_ID = /^[\w-]{1,64}$/;

/**
 * Creates a seal with AES-256-GCM and keys in this process.
 * @throws TypeError if a key or its id is invalid, or the current key is missing
 * @example
 * ```ts
 * import { aesGcmSeal } from "@proto-gen/runtime/tokenization";
 *
 * const keys = { k1: crypto.getRandomValues(new Uint8Array(32)) };
 * const seal = aesGcmSeal({ keys, current: "k1" });
 * const [card, context] = [new TextEncoder().encode("4242…"), new TextEncoder().encode("checkout_1")];
 * const sealed = await seal.seal(card, context);
 * new TextDecoder().decode(await seal.open(sealed, context)); // "4242…"
 * await seal.open(sealed, card); // throws SealError
 * ```
 */
export function aesGcmSeal({ keys, current }: AesGcmSealOptions): Seal {
  const ring = new Map(Object.entries(keys).map(([id, bytes]) => [id, lazyKey(id, bytes)]));
  const sealing = ring.get(current);
  if (sealing === undefined)
    throw new TypeError(`aesGcmSeal: keys has no key ${current}, which current names`);
  return {
    async seal(plain, context) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const parameters = { name: "AES-GCM", iv, additionalData: context } as const;
      const sealed = await crypto.subtle.encrypt(parameters, await sealing(), plain);
      return [current, encodeBase64Url(iv), encodeBase64Url(new Uint8Array(sealed))].join(".");
    },
    async open(text, context) {
      const { id, iv, sealed } = partsOf(text);
      const key = ring.get(id);
      if (key === undefined) throw new SealError("SEAL_KEY_UNKNOWN");
      const parameters = { name: "AES-GCM", iv, additionalData: context } as const;
      try {
        return new Uint8Array(await crypto.subtle.decrypt(parameters, await key(), sealed));
      } catch {
        throw new SealError("SEAL_BROKEN");
      }
    },
  };
}

/** Copies the bytes, since the caller may wipe its own. */
function lazyKey(id: string, bytes: Uint8Array): () => Promise<WebKey> {
  if (!KEY_ID.test(id))
    throw new TypeError("aesGcmSeal: invalid key id: 1 to 64 of A-Z a-z 0-9 - _ are allowed");
  if (!(bytes instanceof Uint8Array) || bytes.length !== KEY_BYTES)
    throw new TypeError(`aesGcmSeal: the key ${id} must have ${KEY_BYTES} bytes`);
  const own = bytes.slice();
  let imported: Promise<WebKey> | undefined;
  return () =>
    (imported ??= crypto.subtle.importKey("raw", own, "AES-GCM", false, ["encrypt", "decrypt"]));
}

function partsOf(text: string) {
  const [id = "", iv, sealed, ...more] = text.split(".");
  const parts = { id, iv: decodeBase64Url(iv ?? ""), sealed: decodeBase64Url(sealed ?? "") };
  if (parts.iv?.length !== IV_BYTES || parts.sealed === undefined || more.length > 0)
    throw new SealError("SEAL_BROKEN");
  return { id, iv: parts.iv, sealed: parts.sealed };
}
