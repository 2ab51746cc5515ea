/** The bytes that are signed (RFC 9421 §2.5). In: components, and the member of Signature-Input. */

import { serializeInnerList, serializeItem, type InnerList } from "structured-headers";
import { encodeUtf8 } from "../rest/encode-utf8.js";
import type { Components } from "./components.js";

/** @throws MessageError for a component that the message does not have */
export function signatureBase(input: InnerList, components: Components): Uint8Array {
  const lines = input[0].map(
    (item) => `${serializeItem(item)}: ${components.valueOf(item[0] as string)}\n`,
  );
  // No line end after the last line: signer and verifier of one house would get it wrong together, so
  // only others' signatures catch it.
  return encodeUtf8(`${lines.join("")}"@signature-params": ${serializeInnerList(input)}`);
}
