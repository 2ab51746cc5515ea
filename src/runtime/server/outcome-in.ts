/** What came of a call, in a word for the log. In: what was performed. Out: a status or a code, where there is one. */

import type { Performed } from "./perform.js";

/** As far as the log reads it; the body has been validated. */
interface Body {
  readonly status?: unknown;
  readonly messages?: readonly { readonly code?: unknown }[];
}

/** Undefined for a resource without a status: a cart, or what a search has found. */
export function outcomeIn({ kind, body }: Performed): string | undefined {
  const { status, messages } = body as Body;
  const word = kind === "outcome" ? messages?.[0]?.code : status;
  return typeof word === "string" ? word : undefined;
}
