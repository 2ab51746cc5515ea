/** Validate: the issues of a payload, each with its location in the payload and that of the rule in the schema. */

import { locateJsonAll } from "@proto-gen/runtime/codegen/generator";
import type { Issue } from "@proto-gen/runtime/schema";
import type { SourceLocation } from "../errors.js";
import { wholeNode } from "../model/node.js";
import type { Document } from "../load/document.js";
import type { Subject } from "../resolve/subject.js";
import { compileSubject } from "./compile-subject.js";
import { locateBrokenRule } from "./rule-place.js";

export interface LocatedIssue {
  readonly issue: Issue;
  /** In the payload. */
  readonly place: SourceLocation;
  /** In the schema that has the rule; undefined for one that no author wrote. */
  readonly rule: SourceLocation | undefined;
}

export interface Validation {
  readonly subject: Subject;
  readonly issues: readonly LocatedIssue[];
  /** There are more issues than these. */
  readonly more: boolean;
}

/** Each has a line for a person: nobody reads more, and a hostile payload has millions. */
const MAX_ISSUES = 1000;

export async function validate(payload: Document, subject: Subject): Promise<Validation> {
  const check = await compileSubject(subject);
  const issues = check(payload.root, MAX_ISSUES + 1);
  const shown = issues.slice(0, MAX_ISSUES);
  const places = locateJsonAll(
    payload.text,
    shown.map(({ pointer }) => pointer),
  );
  const { definition, composition } = subject;
  return {
    subject,
    issues: shown.map((issue) => {
      const { line, column } = places.get(issue.pointer) ?? {};
      const position = line === undefined || column === undefined ? {} : { line, column };
      return {
        issue,
        place: { file: payload.file, ...position, pointer: issue.pointer },
        rule: locateBrokenRule(issue, { definition, value: payload.root }, composition),
      };
    }),
    more: issues.length > shown.length,
  };
}

/**
 * The validation that speaks of what the payload was meant to be: without issues, else against the type that
 * knows most of its members.
 */
export async function validateNearest(
  payload: Document,
  subjects: readonly [Subject, ...Subject[]],
): Promise<Validation> {
  const [first, ...others] = subjects;
  let best = await validate(payload, first);
  for (const subject of others) {
    if (best.issues.length === 0) return best;
    const next = await validate(payload, subject);
    if (isNearer(payload, next, best)) best = next;
  }
  return best;
}

function isNearer(payload: Document, left: Validation, right: Validation): boolean {
  if (left.issues.length === 0) return true;
  const more = knownMembers(payload, left.subject) - knownMembers(payload, right.subject);
  return more > 0 || (more === 0 && left.issues.length < right.issues.length);
}

function knownMembers({ root }: Document, { definition }: Subject): number {
  const names = typeof root === "object" && root !== null ? Object.keys(root) : [];
  return names.filter((name) => wholeNode(definition).properties.has(name)).length;
}
