/** Holds a value of a profile against the definition that describes it. */

import { parsePointer, type Json } from "@proto-gen/runtime/json";
import type { Issue } from "@proto-gen/runtime/schema";
import type { Composition } from "../compose/compose.js";
import {
  diagnostic,
  type Diagnostic,
  type DiagnosticCode,
  type SourceLocation,
} from "../errors.js";
import { locateSource } from "../load/document.js";
import { satisfies } from "../model/instance/satisfies.js";
import type { Node } from "../model/node.js";
import { didYouMean } from "../text/nearest.js";
import { valueAt } from "../text/value-at.js";
import { compileSubject } from "../validate/compile-subject.js";
import { locateBrokenRule } from "../validate/rule-place.js";
import { findMisspeltMembers, type MisspeltMember } from "./find-misspelt-members.js";
import { assumeOptionalMembers, isOptionalRegistry } from "./optional-members.js";
import { misspeltMemberDiagnostic } from "./misspelt-member-diagnostic.js";
import type { DescribedValue } from "./described-values.js";

/** Nobody reads more, and a hostile profile may have millions. */
const MAX_ISSUES = 100;

/** Compiles a check only for a value that is wrong: compiling takes longer than all that a run does with a profile. */
export async function checkDescribedValue(
  described: DescribedValue,
  composition: Composition,
): Promise<Diagnostic[]> {
  const { document, pointer, definition } = described;
  const value = valueAt(document.root, pointer) ?? {};
  const misspelt = findMisspeltMembers(definition.node, value).map((each) =>
    misspeltDiagnostic(each, described),
  );
  // A misspelt member is missing under its right name, too.
  if (misspelt.length > 0 || isAccepted(definition.node, value)) return misspelt;
  const check = await compileSubject({
    definition,
    ownerOf: () => undefined,
    capabilityOf: () => undefined,
    attribution: undefined,
  });
  const report = (issue: Issue, given: Json): Diagnostic => {
    const rule = locateBrokenRule(issue, { definition, value: given }, composition);
    return issueDiagnostic(issue, { described, value: given, rule });
  };
  const issues = check(value, MAX_ISSUES);
  const { platform } = described;
  if (platform === undefined) return issues.map((each) => report(each, value));
  const missing = issues.filter(isOptionalRegistry);
  const assumed = assumeOptionalMembers(value, platform, missing);
  const errors = check(assumed, MAX_ISSUES).map((each) => report(each, assumed));
  return [...errors, ...missing.map((each) => optionalDiagnostic(report(each, value), each))];
}

function optionalDiagnostic(required: Diagnostic, { pointer }: Issue): Diagnostic {
  const member = parsePointer(pointer).at(-1) ?? "";
  const { place, related } = required;
  const found = diagnostic(
    "PROFILE_OPTIONAL_MEMBER",
    `${pointer} is missing, and its release requires it`,
    { place, hint: `add "${member}": {}` },
  );
  return related === undefined ? found : Object.freeze({ ...found, related });
}

/**
 * The roles of a profile are open objects, so that most profiles of a business are also profiles of a platform. A published
 * release has them in a `oneOf`, which refuses all of these; its authors meant `anyOf`, as which it is read here. Payloads
 * are checked as the release says.
 */
function isAccepted(node: Node, value: Json): boolean {
  return satisfies({ ...node, anyOf: [...node.anyOf, ...node.oneOf], oneOf: [] }, value);
}

function misspeltDiagnostic(
  { pointer, written, meant }: MisspeltMember,
  described: DescribedValue,
): Diagnostic {
  const at = { document: described.document, pointer: `${described.pointer}${pointer}` };
  return misspeltMemberDiagnostic(at, { written, meant });
}

const EXAMPLES: Readonly<Record<string, string>> = {
  boolean: "true or false, without quotes",
  integer: "a whole number, without quotes",
  number: "a number, without quotes",
  string: "a text in double quotes",
  array: "a list, [ … ]",
  object: "an object, { … }",
  null: "null",
  uri: "an absolute URL, for example https://example.com/path",
  date: "a date, for example 2026-01-31",
  "date-time": "a time, for example 2026-01-31T12:00:00Z",
  email: "an address, for example info@example.com",
};

/** The values that a rule allows, as a fix. */
function describeAllowed({ code, expected }: Pick<Issue, "code" | "expected">): string {
  if (code === "type" || code === "format") {
    const names = [expected].flat().map(String);
    return `write ${names.map((name) => EXAMPLES[name] ?? `a value of ${code} ${name}`).join(", or ")}`;
  }
  if (code === "enum" && Array.isArray(expected)) {
    const values = expected.map((each) => JSON.stringify(each));
    return values.length === 1 ? `write ${values.join("")}` : `write one of ${values.join(", ")}`;
  }
  if (code === "pattern") return `write a text that matches ${String(expected)}`;
  return "see the rule for the values that it allows";
}

interface IssueContext {
  readonly described: DescribedValue;
  readonly value: Json;
  /** The rule's place in the schema; undefined for a rule that no author wrote. */
  readonly rule: SourceLocation | undefined;
}

function issueDiagnostic(
  issue: Issue,
  { described: { document, pointer }, value, rule }: IssueContext,
): Diagnostic {
  const whole = `${pointer}${issue.pointer}`;
  const place = locateSource(document, whole, "key");
  const found = diagnostic(codeOf(issue), `${whole || "the profile"} ${issue.message}`, {
    place,
    hint: fixOf(issue, valueAt(value, issue.pointer)),
  });
  return rule === undefined
    ? found
    : Object.freeze({ ...found, related: [{ message: "the rule is here", place: rule }] });
}

/** A business may still be deciding on its configuration while its code is generated. */
function codeOf({ code, pointer }: Issue): DiagnosticCode {
  return code === "required" && pointer === "/config" ? "PROFILE_NO_CONFIG" : "PROFILE_INVALID";
}

function fixOf({ code, pointer, expected }: Issue, value: Json | undefined): string {
  const name = parsePointer(pointer).at(-1) ?? "";
  if (code === "required") return `add "${name}"`;
  if (code === "additionalProperties" || code === "unevaluatedProperties") return "remove it";
  const allowed = Array.isArray(expected)
    ? expected.filter((each) => typeof each === "string")
    : [];
  const near = typeof value === "string" ? didYouMean(value, allowed) : undefined;
  return near ?? describeAllowed({ code, expected });
}
