/** Codes of negotiation. */

import { defineCodes } from "../code.js";

export const NEGOTIATION_CODES = defineCodes({
  NEGOTIATE_CYCLE: { exit: 3, summary: "Capabilities extend each other in a cycle." },
  NEGOTIATE_PRUNED: { exit: 0, summary: "A capability is not part of the active set (§9.3)." },
  NEGOTIATE_EMPTY: {
    exit: 3,
    summary: "Negotiation leaves no active capability.",
    hint: "declare a root capability in the same version on both sides",
  },
});
