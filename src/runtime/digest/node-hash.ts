/**
 * Node's digest that does not wait; undefined elsewhere. Each digest of `crypto.subtle` is handed to
 * another thread, which takes longer than everything else that is done for a small request.
 */

type NodeHash = (algorithm: "sha256", data: Uint8Array, encoding: "hex" | "base64") => string;

declare const process:
  | {
      readonly getBuiltinModule?: (
        id: "node:crypto",
      ) => { readonly hash?: NodeHash | undefined } | undefined;
    }
  | undefined;

const hash: NodeHash | undefined =
  typeof process === "undefined" ? undefined : process.getBuiltinModule?.("node:crypto")?.hash;

/** More would keep others waiting. */
const FEW_BYTES = 65_536;

/** Undefined where the digest has to wait. */
export function hashAtOnce(bytes: Uint8Array, encoding: "hex" | "base64"): string | undefined {
  return bytes.length <= FEW_BYTES ? hash?.("sha256", bytes, encoding) : undefined;
}
