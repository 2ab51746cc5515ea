/** All rules of lint, in the order in which a release is read: its text, its schemas, what they make together. */

import { authorityInvalidUrl } from "./rules/authority-invalid-url.js";
import { authorityMismatch } from "./rules/authority-mismatch.js";
import { composeClosedEnum } from "./rules/compose-closed-enum.js";
import { composeConflict } from "./rules/compose-conflict.js";
import { composeNoShape } from "./rules/compose-no-shape.js";
import { composeNothing } from "./rules/compose-nothing.js";
import { composeUnsatisfiable } from "./rules/compose-unsatisfiable.js";
import { composeWeakensBase } from "./rules/compose-weakens-base.js";
import { defaultInvalid } from "./rules/default-invalid.js";
import { exampleInvalid } from "./rules/example-invalid.js";
import { idMissing } from "./rules/id-missing.js";
import { idWrong } from "./rules/id-wrong.js";
import { jsonDuplicateKey } from "./rules/json-duplicate-key.js";
import { jsonEncoding } from "./rules/json-encoding.js";
import { jsonSyntax } from "./rules/json-syntax.js";
import { loadRefByPlace } from "./rules/load-ref-by-place.js";
import { loadRefUnresolved } from "./rules/load-ref-unresolved.js";
import { loadTooLarge } from "./rules/load-too-large.js";
import { methodTypeIncomplete } from "./rules/method-type-incomplete.js";
import { modelRecursion } from "./rules/model-recursion.js";
import { nameClash } from "./rules/name-clash.js";
import { negotiateCycle } from "./rules/negotiate-cycle.js";
import { negotiatePruned } from "./rules/negotiate-pruned.js";
import { oneOfOverlap } from "./rules/one-of-overlap.js";
import { operationUnknown } from "./rules/operation-unknown.js";
import { releaseAltered } from "./rules/release-altered.js";
import { releaseUnsealed } from "./rules/release-unsealed.js";
import { requiresInvalid } from "./rules/requires-invalid.js";
import { schemaInvalid } from "./rules/schema-invalid.js";
import { schemaPattern } from "./rules/schema-pattern.js";
import { schemaVisibility } from "./rules/schema-visibility.js";
import { serviceDuplicateOperation } from "./rules/service-duplicate-operation.js";
import { serviceDuplicateRoute } from "./rules/service-duplicate-route.js";
import { serviceExampleInvalid } from "./rules/service-example-invalid.js";
import { serviceInlineFields } from "./rules/service-inline-fields.js";
import { serviceInvalid } from "./rules/service-invalid.js";
import { serviceNotJson } from "./rules/service-not-json.js";
import { serviceSchemaUnresolved } from "./rules/service-schema-unresolved.js";
import { serviceUnknownVerb } from "./rules/service-unknown-verb.js";
import { tokenizerIncomplete } from "./rules/tokenizer-incomplete.js";
import type { LintRule } from "./rule.js";

export const RULES: readonly LintRule[] = [
  jsonSyntax,
  jsonDuplicateKey,
  jsonEncoding,
  loadTooLarge,
  releaseAltered,
  releaseUnsealed,
  idMissing,
  idWrong,
  loadRefUnresolved,
  loadRefByPlace,
  schemaInvalid,
  schemaPattern,
  schemaVisibility,
  operationUnknown,
  modelRecursion,
  exampleInvalid,
  defaultInvalid,
  oneOfOverlap,
  requiresInvalid,
  authorityMismatch,
  authorityInvalidUrl,
  serviceInvalid,
  serviceSchemaUnresolved,
  serviceUnknownVerb,
  serviceDuplicateRoute,
  serviceDuplicateOperation,
  serviceInlineFields,
  serviceNotJson,
  serviceExampleInvalid,
  negotiateCycle,
  negotiatePruned,
  composeWeakensBase,
  composeNoShape,
  composeClosedEnum,
  composeNothing,
  composeConflict,
  composeUnsatisfiable,
  nameClash,
  methodTypeIncomplete,
  tokenizerIncomplete,
];
