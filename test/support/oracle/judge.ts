/**
 * Compare a validator with an oracle, value by value. In: both, and values. Out: what they disagree
 * about, in words; an empty list means that the validator is right in all its faces.
 */

import type { Issue, Validator } from "@proto-gen/runtime/schema";
import type { Mutant } from "./mutate.js";

/** Where the issues of a rejected mutant stand, as seen from the mutated place. */
export type Relation = "exact" | "ancestor" | "descendant" | "elsewhere";

export interface Aim {
  readonly relation: Relation;
  /** `<kind of mutation> at <place>: <code> at <place>`, indices as `*`. */
  readonly reason: string;
}

/** The faces of a validator that disagree with a verdict. */
export function disagreements(
  validator: Validator<unknown>,
  value: unknown,
  valid: boolean,
): string[] {
  const issues = validator.check(value);
  const found: string[] = [];
  if (validator.is(value) !== valid) found.push(`.is says ${!valid}`);
  if ((issues.length === 0) !== valid) found.push(`.check has ${issues.length} issues`);
  if (parses(validator, value) !== valid) found.push(`.parse ${valid ? "throws" : "returns"}`);
  const standard = validator["~standard"].validate(value);
  if ((standard.issues === undefined) !== valid) found.push("~standard differs");
  if (standard.issues !== undefined && standard.issues.length !== issues.length)
    found.push("~standard has other issues");
  return found;
}

function parses(validator: Validator<unknown>, value: unknown): boolean {
  try {
    return validator.parse(value) === value;
  } catch (error) {
    if ((error as Error).name !== "ValidationError") throw error;
    return false;
  }
}

/** How well the issues point at a mutation: the best of them counts. */
export function aimOf({ kind, at }: Mutant, issues: readonly Issue[]): Aim {
  const ranked = issues.map((issue) => ({ issue, relation: relationOf(issue.pointer, at) }));
  ranked.sort((left, right) => ORDER.indexOf(left.relation) - ORDER.indexOf(right.relation));
  const [best] = ranked;
  if (best === undefined)
    return { relation: "elsewhere", reason: `${kind} at ${place(at)}: no issue` };
  const { issue, relation } = best;
  return { relation, reason: `${kind} at ${place(at)}: ${issue.code} at ${place(issue.pointer)}` };
}

const ORDER: readonly Relation[] = ["exact", "ancestor", "descendant", "elsewhere"];

function relationOf(issue: string, mutated: string): Relation {
  if (issue === mutated) return "exact";
  if (mutated.startsWith(`${issue}/`)) return "ancestor";
  return issue.startsWith(`${mutated}/`) ? "descendant" : "elsewhere";
}

function place(pointer: string): string {
  return pointer === "" ? "/" : pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*");
}
