/**
 * Where a call stands, and the document of a transport that has it: they are two where the document refers to the call.
 * In: a side and the call. Out: cursors; undefined for a call without the transport.
 */

import { Cursor } from "../../load/services/cursor.js";
import type { Call, CallAddress } from "./call.js";
import type { SideContext } from "../side.js";

export function callCursor(
  context: SideContext,
  { at }: Call,
  transport: keyof Call["at"],
): Cursor | undefined {
  const address = at[transport];
  return address && cursorAt(context, address.document, address.pointer);
}

/** The document whose servers and security a call has, where it states none itself. */
export function ownerCursor({ side }: SideContext, { owner }: CallAddress): Cursor | undefined {
  const document = side.sources.documents.get(owner);
  return document && Cursor.at(document, side.sources.documents);
}

export function cursorAt({ side }: SideContext, uri: string, pointer: string): Cursor | undefined {
  const { documents } = side.sources;
  const document = documents.get(uri);
  return document && Cursor.atPlace(document, pointer, documents);
}
