/** The credentials that a platform sends (§5.2). */

import { invalidOption } from "./client-error.js";

export interface TokenRequest {
  /** A token that the business has just rejected: do not return it again. */
  readonly refused: string | undefined;
}

/** Errors that it throws reject the call. */
export type TokenProvider = (request: TokenRequest) => string | Promise<string>;

export type Bearer = string | TokenProvider;

/** Characters that can be sent in a header unchanged. */
const VISIBLE = /^[\x21-\x7e]+$/;

export async function tokenOf(
  bearer: Bearer | undefined,
  refused?: string,
): Promise<string | undefined> {
  if (bearer === undefined) return undefined;
  return checkedCredential(
    "bearer",
    typeof bearer === "string" ? bearer : await bearer({ refused }),
  );
}

/** The message never contains the value. */
export function checkedCredential(option: string, value: unknown): string {
  if (typeof value === "string" && VISIBLE.test(value)) return value;
  throw invalidOption(`${option}: expected visible ASCII characters.`);
}
