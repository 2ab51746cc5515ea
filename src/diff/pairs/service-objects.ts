/**
 * Cursors at a call and at the document of its transport. They may be in two files: the document may refer to the call.
 */

import { ServiceObject } from "../../load/services/service-object.js";
import type { Call, CallAddress } from "./call.js";
import type { SideContext } from "../side.js";

export function callObject(
  context: SideContext,
  { at }: Call,
  transport: keyof Call["at"],
): ServiceObject | undefined {
  const address = at[transport];
  return address && serviceObjectAt(context, address.document, address.pointer);
}

/** The document whose servers and security a call has, where it states none itself. */
export function ownerObject(
  { side }: SideContext,
  { owner }: CallAddress,
): ServiceObject | undefined {
  const document = side.sources.documents.get(owner);
  return document && ServiceObject.root(document, side.sources.documents);
}

export function serviceObjectAt(
  { side }: SideContext,
  uri: string,
  pointer: string,
): ServiceObject | undefined {
  const { documents } = side.sources;
  const document = documents.get(uri);
  return document && ServiceObject.at(document, pointer, documents);
}
