/** The bytes that are signed (RFC 9421 §2.5), and the value that goes into Signature-Input with them. */

import { serializeParameters, type Parameters } from "structured-headers";
import { encodeUtf8 } from "../rest/encode-utf8.js";
import type { Components } from "./components.js";

/**
 * The inner list of RFC 9421 §2.3. A received one is written anew: white space is not signed.
 *
 * @param names that need no escapes
 */
export function signatureParams(names: readonly string[], parameters: Parameters): string {
  return `(${names.map((name) => `"${name}"`).join(" ")})${serializeParameters(parameters)}`;
}

/** @throws MessageError for a component that the message does not have */
export function signatureBase(
  names: readonly string[],
  params: string,
  components: Components,
): Uint8Array {
  const lines = names.map((name) => `"${name}": ${components.valueOf(name)}\n`);
  // No line end after the last line: signer and verifier of one house would get it wrong together, so
  // only others' signatures catch it.
  return encodeUtf8(`${lines.join("")}"@signature-params": ${params}`);
}
