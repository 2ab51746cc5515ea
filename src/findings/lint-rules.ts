/**
 * The one table of lint's own rules: id to what it looks for. Rules that look for what stops a run of the
 * generator as well have its codes for ids, and their words in `errors.ts`.
 */

import type { Severity } from "./finding.js";

interface RuleEntry {
  readonly severity: Severity;
  /** One sentence. */
  readonly summary: string;
  readonly hint: string;
}

function rules<Id extends string>(table: Record<Id, RuleEntry>): Record<Id, RuleEntry> {
  return table;
}

export const LINT_RULES = rules({
  "id-missing": {
    severity: "error",
    summary: "A schema document has no $id.",
    hint: "proto-gen lint --fix writes the $id that its place gives it",
  },
  "id-wrong": {
    severity: "error",
    summary: "A document's $id is not the URL of its place in the release.",
    hint: "proto-gen lint --fix writes the $id that its place gives it",
  },
  "requires-invalid": {
    severity: "error",
    summary: "The requires of a capability is malformed, or leaves no version.",
    hint: 'write versions as dates: { "protocol": { "min": "2026-01-01" }, "capabilities": { NAME: { "min": ..., "max": ... } } }',
  },
  "operation-unknown": {
    severity: "error",
    summary: "A visibility annotation names an operation that the release does not have.",
    hint: "name an operation of a service document or of a container",
  },
  "example-invalid": {
    severity: "error",
    summary: "An example is not valid against the schema that it stands in.",
    hint: "correct the example, or the rule that it breaks",
  },
  "service-example-invalid": {
    severity: "error",
    summary:
      "An example of a service document is not valid against the schema that it stands beside.",
    hint: "correct the example, or the rule that it breaks",
  },
  "default-invalid": {
    severity: "error",
    summary: "A default is not valid against the schema that it stands in.",
    hint: "correct the default, or the rule that it breaks",
  },
  "one-of-overlap": {
    severity: "warning",
    summary: "A value is accepted by two branches of a oneOf, which therefore refuses it.",
    hint: "give each branch a required member with a const of its own, or write anyOf",
  },
  "method-type-incomplete": {
    severity: "error",
    summary: "A fulfillment method's type is not in all three places that have to know it (§2.6).",
    hint: "a type stands in the method's type enum, in allows_multi_destination and in the item enum of allows_method_combinations",
  },
  "tokenizer-incomplete": {
    severity: "error",
    summary:
      "The specification of a tokenization handler leaves out what it has to publish (§4.6).",
    hint: "the template of a specification is templates/tokenizer/specification.md of this package",
  },
});

export type LintRuleId = keyof typeof LINT_RULES;
