/** Another's services without a document: nothing says what their operations are. One's own may be declared before it has one. */

import { diagnostic } from "../errors.js";
import { locateSource } from "./document.js";
import type { EntryProblem } from "./odd-entries.js";
import type { Profile } from "./profile.js";
import type { Side } from "./side.js";

/** Transports whose operations a document describes (§4). */
const DESCRIBED: ReadonlySet<string> = new Set(["rest", "mcp", "embedded"]);

/** @param lent the profile with the schemas of the other side */
export function findSchemaless({ whose, profile }: Side, lent: Profile): EntryProblem[] {
  const { document } = profile;
  const { originalPointer = (same: string) => same } = document;
  if (whose === "own") return [];
  return lent.services.flatMap(({ name, bindings }) =>
    bindings
      .filter(({ transport, schema }) => schema === undefined && DESCRIBED.has(transport))
      .map(({ transport, pointer }) => {
        const message = `${name} (${transport}) has no \`schema\`, so its operations are unknown`;
        const place = locateSource(document, pointer);
        return {
          name,
          pointer: originalPointer(pointer),
          diagnostics: [diagnostic("PROFILE_INVALID", message, { place })],
        };
      }),
  );
}
