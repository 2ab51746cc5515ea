/** Summarizes the result of a call in one word for the log. */

import type { Performed } from "./perform.js";

/** The members of a response that are read; it has already been validated. */
interface Body {
  readonly status?: unknown;
  readonly messages?: readonly { readonly code?: unknown }[];
}

/** Undefined for a resource without a status, such as a cart or a search result. */
export function outcomeIn({ kind, body }: Performed): string | undefined {
  const { status, messages } = body as Body;
  const word = kind === "outcome" ? messages?.[0]?.code : status;
  return typeof word === "string" ? word : undefined;
}
