/**
 * Node's synchronous digest; undefined elsewhere. `crypto.subtle` hands each digest to another thread, which takes
 * longer than everything else in a small request.
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

/** Hashing more at once would block other calls. */
const FEW_BYTES = 65_536;

/** Undefined if only an asynchronous digest is possible. */
export function hashAtOnce(bytes: Uint8Array, encoding: "hex" | "base64"): string | undefined {
  return bytes.length <= FEW_BYTES ? hash?.("sha256", bytes, encoding) : undefined;
}
