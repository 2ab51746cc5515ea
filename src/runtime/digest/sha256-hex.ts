/** In: bytes. Out: their SHA-256 in 64 hexadecimal digits. */

// Every platform has it, but ECMAScript's own declarations do not.
declare const crypto: {
  readonly subtle: { digest(algorithm: "SHA-256", data: Uint8Array): Promise<ArrayBuffer> };
};

interface NodeCrypto {
  readonly hash?: (algorithm: "sha256", data: Uint8Array, encoding: "hex") => string;
}
declare const process:
  { readonly getBuiltinModule?: (id: "node:crypto") => NodeCrypto | undefined } | undefined;

/**
 * Node's digest that does not wait; undefined elsewhere. Each digest of `crypto.subtle` is handed to
 * another thread, which takes longer than everything else that is done for a small request.
 */
const hash: NodeCrypto["hash"] =
  typeof process === "undefined" ? undefined : process.getBuiltinModule?.("node:crypto")?.hash;

/** More would keep others waiting. */
const FEW_BYTES = 65_536;

export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  if (hash !== undefined && bytes.length <= FEW_BYTES) return hash("sha256", bytes, "hex");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
