/** With what a platform says who it is (§5.2). */

import { invalidOption } from "./client-error.js";

export interface TokenRequest {
  /** A token that the business has just refused: it is of no more use. */
  readonly refused: string | undefined;
}

/** What it throws, the call throws. */
export type TokenProvider = (request: TokenRequest) => string | Promise<string>;

export type Bearer = string | TokenProvider;

/** What can be the value of a header as it is. */
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

/** The value is never shown. */
export function checkedCredential(option: string, value: unknown): string {
  if (typeof value === "string" && VISIBLE.test(value)) return value;
  throw invalidOption(`${option}: expected visible ASCII characters.`);
}
