/** Where a call stands in the document of a transport. In: a side and the call. Out: a cursor; undefined for a call without it. */

import { parsePointer } from "@proto-gen/runtime/json";
import { Cursor } from "../../load/services/cursor.js";
import type { Call } from "./call.js";
import type { Seen } from "../side.js";

export function callCursor(
  { side }: Seen,
  { at }: Call,
  transport: keyof Call["at"],
): Cursor | undefined {
  const address = at[transport];
  const document = address && side.sources.documents.get(address.document);
  if (address === undefined || document === undefined) return undefined;
  const root = Cursor.at(document);
  return transport === "mcp"
    ? root.items("methods").find(({ pointer }) => pointer === address.pointer)
    : root.child(...parsePointer(address.pointer));
}
