/**
 * Finds members of a value that no schema declares. Validators accept them, since schemas are open (§9), but most are
 * misspelt.
 */

import { isObject, own, type Members } from "../json/members.js";
import { pathStep } from "./issue.js";

/**
 * The declared members: any (`true`), or by name, with `*` for all others. Arrays are declared like their items.
 * Types may be recursive.
 */
export type Declared = boolean | DeclaredMembers | (() => Declared);

export interface DeclaredMembers {
  readonly [member: string]: Declared;
}

export interface Undeclared {
  /** JSONPath, with `[*]` for the items of arrays. */
  readonly path: string;
  readonly name: string;
  /** The members that are declared at the same place. */
  readonly declared: readonly string[];
}

export function undeclaredIn(value: unknown, declared: Declared, path = "$"): Undeclared[] {
  // Not only `true`: TypeScript allows `{ toString: true }` to be a boolean here, since every object has that member.
  if (typeof declared === "boolean") return [];
  if (typeof declared === "function") return undeclaredIn(value, declared(), path);
  if (Array.isArray(value))
    return value.flatMap((item) => undeclaredIn(item, declared, `${path}[*]`));
  return isObject(value) ? undeclaredMembers(value, declared, path) : [];
}

function undeclaredMembers(object: Members, declared: DeclaredMembers, path: string): Undeclared[] {
  const known = declared as Members;
  return Object.entries(object).flatMap(([name, member]) => {
    if (member === undefined) return [];
    const below = (own(known, name) ?? own(known, "*")) as Declared | undefined;
    const place = path + pathStep(name);
    return below === undefined
      ? [{ path: place, name, declared: Object.keys(known) }]
      : undeclaredIn(member, below, place);
  });
}
