/** All rules of lint, in the order in which a release is read: its text, its schemas, its services, their composition. */

import { reportMembersOutsideProperties } from "../compose/members-outside-properties.js";
import type { Diagnostic } from "../errors.js";
import { authorityDiagnostics } from "./authority-diagnostics.js";
import { filesOf } from "../load/document.js";
import type { LintContext } from "./context.js";
import { collectRecursion } from "./recursion-diagnostics.js";
import { codeRule, type LintRule, type OwnLintRule } from "./rule.js";
import { defaultInvalid } from "./rules/default-invalid.js";
import { descriptionUnclear } from "./rules/description-unclear.js";
import { exampleInvalid } from "./rules/example-invalid.js";
import { handlerIncomplete } from "./rules/handler-incomplete.js";
import { idMissing } from "./rules/id-missing.js";
import { idWrong } from "./rules/id-wrong.js";
import { methodTypeIncomplete } from "./rules/method-type-incomplete.js";
import { oneOfOverlap } from "./rules/one-of-overlap.js";
import { operationUnknown } from "./rules/operation-unknown.js";
import { readOnlyIgnored } from "./rules/read-only-ignored.js";
import { requiresInvalid } from "./rules/requires-invalid.js";
import { serviceExampleInvalid } from "./rules/service-example-invalid.js";
import { tokenizerIncomplete } from "./rules/tokenizer-incomplete.js";

/** Problems of reading the files, and of comparing them with the manifest of their release. */
const fileDiagnostics = ({ problems }: LintContext): readonly Diagnostic[] => problems;
/** Problems of checking documents and services, and of following references. */
const loadDiagnostics = ({ loaded }: LintContext): readonly Diagnostic[] => loaded.diagnostics;
/** Problems of negotiating, composing and naming types. */
const composeDiagnostics = (context: LintContext): readonly Diagnostic[] => context.composed();

const undeclaredNames = (context: LintContext): readonly Diagnostic[] =>
  ofOwn(context, context.undeclaredNames());

/** The findings in the release's own documents. */
function ofOwn({ own }: LintContext, all: readonly Diagnostic[]): readonly Diagnostic[] {
  const files = new Set(own.flatMap(filesOf));
  return all.filter(({ place }) => files.has(place?.file ?? ""));
}

const SPLIT = "split the schema, or simplify it";

export const RULES: readonly LintRule[] = [
  codeRule("JSON_SYNTAX", fileDiagnostics),
  codeRule("JSON_DUPLICATE_KEY", fileDiagnostics),
  codeRule("JSON_ENCODING", fileDiagnostics),
  codeRule("LOAD_TOO_LARGE", (context) => [
    ...fileDiagnostics(context),
    ...loadDiagnostics(context),
  ]),
  codeRule("SCHEMA_TOO_LARGE", loadDiagnostics, SPLIT),
  codeRule("RELEASE_ALTERED", fileDiagnostics),
  codeRule("RELEASE_MANIFEST_MISSING", fileDiagnostics),
  idMissing,
  idWrong,
  codeRule("LOAD_DUPLICATE_ID", loadDiagnostics),
  codeRule("LOAD_DUPLICATE_ANCHOR", loadDiagnostics),
  codeRule("LOAD_REF_UNRESOLVED", loadDiagnostics),
  codeRule("LOAD_REF_BY_PLACE", loadDiagnostics, "fix the $id of the document, or the reference"),
  codeRule("SCHEMA_INVALID", loadDiagnostics),
  codeRule("SCHEMA_KEYWORD_MISSPELT", (context) => [
    ...loadDiagnostics(context),
    ...ofOwn(context, reportMembersOutsideProperties(context.loaded.sources)),
  ]),
  codeRule("SCHEMA_ANNOTATION_MISSPELT", loadDiagnostics),
  codeRule("SCHEMA_FORMAT_MISSPELT", loadDiagnostics),
  codeRule("SCHEMA_DIALECT_OUTDATED", loadDiagnostics),
  codeRule("SCHEMA_PATTERN_INVALID", loadDiagnostics),
  codeRule("SCHEMA_VISIBILITY_INVALID", loadDiagnostics),
  codeRule("SCHEMA_VISIBILITY_UNUSED", loadDiagnostics),
  codeRule("SCHEMA_REQUIRED_MISSPELT", undeclaredNames),
  codeRule("SCHEMA_REQUIRED_UNDECLARED", undeclaredNames),
  operationUnknown,
  readOnlyIgnored,
  descriptionUnclear,
  codeRule("MODEL_RECURSION", collectRecursion),
  exampleInvalid,
  defaultInvalid,
  oneOfOverlap,
  requiresInvalid,
  codeRule("AUTHORITY_MISMATCH", authorityDiagnostics),
  codeRule("AUTHORITY_INVALID_URL", authorityDiagnostics),
  codeRule("SERVICE_INVALID", (context) => [
    ...loadDiagnostics(context),
    ...composeDiagnostics(context),
  ]),
  codeRule("SERVICE_SCHEMA_UNRESOLVED", loadDiagnostics),
  codeRule("SERVICE_UNKNOWN_VERB", composeDiagnostics),
  codeRule("SERVICE_DUPLICATE_ROUTE", loadDiagnostics),
  codeRule("SERVICE_DUPLICATE_OPERATION", loadDiagnostics),
  codeRule("SERVICE_INLINE_FIELDS", loadDiagnostics),
  codeRule("SERVICE_BODY_NOT_JSON", loadDiagnostics),
  codeRule("SERVICE_PATH_MISMATCH", loadDiagnostics),
  codeRule("SERVICE_NO_RESPONSE", loadDiagnostics),
  serviceExampleInvalid,
  codeRule("NEGOTIATE_CYCLE", composeDiagnostics),
  codeRule(
    "NEGOTIATE_PRUNED",
    composeDiagnostics,
    "require a version that this release has, or remove the requirement",
  ),
  codeRule("COMPOSE_WEAKENS_BASE", composeDiagnostics),
  codeRule("COMPOSE_ENTRY_MISSPELT", composeDiagnostics),
  codeRule("COMPOSE_NO_BASE", composeDiagnostics),
  codeRule("COMPOSE_ENTRY_LOST", composeDiagnostics),
  codeRule("COMPOSE_MEMBERS_REFUSED", composeDiagnostics),
  codeRule("COMPOSE_NO_SHAPE", composeDiagnostics),
  codeRule("COMPOSE_CLOSED_ENUM", composeDiagnostics),
  codeRule("COMPOSE_VALUE_IMPOSSIBLE", composeDiagnostics),
  codeRule("COMPOSE_EXTENSION_UNUSED", composeDiagnostics),
  codeRule("COMPOSE_MERGED_CONFLICT", composeDiagnostics),
  codeRule("COMPOSE_CONTRADICTION", composeDiagnostics),
  codeRule("COMPOSE_UNSATISFIABLE", composeDiagnostics),
  codeRule("MODEL_TOO_LARGE", composeDiagnostics, SPLIT),
  codeRule("MODEL_NAME_CLASH", composeDiagnostics),
  methodTypeIncomplete,
  handlerIncomplete,
  tokenizerIncomplete,
];

/** The rules whose ids are not error codes. */
export const OWN_RULES: readonly OwnLintRule[] = RULES.filter(
  (rule): rule is OwnLintRule => "explanation" in rule,
);
