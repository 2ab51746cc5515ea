/** Content-Digest (RFC 9530 §2) with sha-256 over the raw bytes of the body (§5.4). */

import { ProtocolError } from "../error/protocol-error.js";
import { bytesOf, dictionaryOf } from "./dictionary.js";
import { encodeBase64 } from "./base64.js";
import { sha256Base64 } from "../digest/sha256.js";

const NO_BYTES = /* @__PURE__ */ new Uint8Array(0);

export async function contentDigest(body: Uint8Array): Promise<string> {
  return `sha-256=:${await sha256Base64(body)}:`;
}

/**
 * @param value the field's value, which may have digests of other algorithms as well
 * @throws ProtocolError `digest_mismatch`; `algorithm_unsupported` if none of the digests is sha-256
 */
export async function verifyContentDigest(value: string, body: Uint8Array | null): Promise<void> {
  const actual = await sha256Base64(body ?? NO_BYTES);
  // The usual form, with sha-256 alone: nothing to parse.
  if (value === `sha-256=:${actual}:`) return;
  if (claimedDigest(value) !== actual) throw new ProtocolError("digest_mismatch");
}

function claimedDigest(value: string): string {
  const member = readDigest(() => dictionaryOf("Content-Digest", value)).get("sha-256");
  if (member === undefined)
    throw new ProtocolError("algorithm_unsupported", {
      content: "Content-Digest must include sha-256.",
    });
  return encodeBase64(readDigest(() => bytesOf("Content-Digest", value, member)));
}

function readDigest<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (cause) {
    throw new ProtocolError("digest_mismatch", { content: (cause as Error).message, cause });
  }
}
