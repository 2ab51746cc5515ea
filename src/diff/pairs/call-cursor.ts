/**
 * Where a call stands, and the document of a transport that has it: they are two where the document refers to the call.
 * In: a side and the call. Out: cursors; undefined for a call without the transport.
 */

import { ServiceObject } from "../../load/services/service-object.js";
import type { Call, CallAddress } from "./call.js";
import type { Seen } from "../side.js";

export function callCursor(
  seen: Seen,
  { at }: Call,
  transport: keyof Call["at"],
): ServiceObject | undefined {
  const address = at[transport];
  return address && cursorAt(seen, address.document, address.pointer);
}

/** The document whose servers and security a call has, where it states none itself. */
export function ownerCursor({ side }: Seen, { owner }: CallAddress): ServiceObject | undefined {
  const document = side.sources.documents.get(owner);
  return document && ServiceObject.root(document, side.sources.documents);
}

export function cursorAt({ side }: Seen, uri: string, pointer: string): ServiceObject | undefined {
  const { documents } = side.sources;
  const document = documents.get(uri);
  return document && ServiceObject.at(document, pointer, documents);
}
