/** The bytes to sign (RFC 9421 §2.5), and the matching value of Signature-Input. */

import { serializeParameters, type Parameters } from "structured-headers";
import { encodeUtf8 } from "../rest/encode-utf8.js";
import type { Components } from "./components.js";

/**
 * The inner list of RFC 9421 §2.3. A received list is serialized again, because white space is not signed.
 * @param names must not need escaping
 */
export function signatureParams(names: readonly string[], parameters: Parameters): string {
  return `(${names.map((name) => `"${name}"`).join(" ")})${serializeParameters(parameters)}`;
}

/** @throws MessageError if the message lacks a component */
export function signatureBase(
  names: readonly string[],
  params: string,
  components: Components,
): Uint8Array {
  const lines = names.map((name) => `"${name}": ${components.valueOf(name)}\n`);
  // RFC 9421 §2.5: no newline after the last line. Sign and verify would get it wrong together, so only foreign
  // signatures catch it.
  return encodeUtf8(`${lines.join("")}"@signature-params": ${params}`);
}
