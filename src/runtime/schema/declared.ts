/**
 * What an answer has that no schema declares. In: the members that the schemas declare, and the answer. Out: the places of the
 * others. Validators let such members pass, since schemas are open (§9): most are misspelt.
 */

import { isObject, own, type Members } from "../json/members.js";
import { pathStep } from "./json-path.js";

/**
 * The members that may be there: any, or those by name, `*` for every other one. An array is as each of its items. Types may be
 * recursive.
 */
export type Declared = boolean | DeclaredMembers | (() => Declared);

export interface DeclaredMembers {
  readonly [member: string]: Declared;
}

export interface Undeclared {
  /** JSONPath, with `[*]` for the items of arrays. */
  readonly path: string;
  readonly name: string;
  /** What is declared in the same place. */
  readonly declared: readonly string[];
}

export function undeclaredIn(value: unknown, declared: Declared, path = "$"): Undeclared[] {
  // Not `true` alone: TypeScript has `{ toString: true }` as a boolean there, since every object has one of its own.
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
