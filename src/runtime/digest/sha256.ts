/** In: bytes. Out: the 32 bytes of their SHA-256, on every platform. */

// Every platform has it, but ECMAScript's own declarations do not.
declare const crypto: {
  readonly subtle: { digest(algorithm: "SHA-256", data: Uint8Array): Promise<ArrayBuffer> };
};

export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
