/**
 * The part of the Web Cryptography API that is used here, as types of our own, because the runtime declares no
 * globals.
 */

/** A project's own `CryptoKey` is assignable to this. */
export interface WebKey {
  readonly type: string;
  readonly algorithm: { readonly name: string; readonly namedCurve?: string };
}

export interface EcdsaParameters {
  readonly name: "ECDSA";
  readonly hash: "SHA-256" | "SHA-384";
}

interface EcParameters {
  readonly name: "ECDSA";
  readonly namedCurve: string;
}

interface Subtle {
  importKey(
    format: "jwk",
    key: object,
    algorithm: EcParameters,
    extractable: boolean,
    usages: readonly ("sign" | "verify")[],
  ): Promise<WebKey>;
  exportKey(format: "jwk", key: WebKey): Promise<Readonly<Record<string, unknown>>>;
  generateKey(
    algorithm: EcParameters,
    extractable: boolean,
    usages: readonly ("sign" | "verify")[],
  ): Promise<{ readonly privateKey: WebKey; readonly publicKey: WebKey }>;
  sign(algorithm: EcdsaParameters, key: WebKey, data: Uint8Array): Promise<ArrayBuffer>;
  verify(
    algorithm: EcdsaParameters,
    key: WebKey,
    signature: Uint8Array,
    data: Uint8Array,
  ): Promise<boolean>;
}

// Every platform has this, but the ECMAScript declarations do not.
declare const crypto: { readonly subtle: Subtle };

export function subtle(): Subtle {
  return crypto.subtle;
}
