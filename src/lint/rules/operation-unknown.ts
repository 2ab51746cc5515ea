import { joinPointer } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import { annotationProblem, operationsOf } from "../../json-schema/visibility.js";
import type { LocatedSchema } from "../../load/check-document.js";
import { locateSource } from "../../load/document.js";
import { KNOWN_VERBS } from "../../load/services/verb.js";
import { didYouMean } from "../../text/nearest.js";
import { checkEachSchema } from "../check-schemas.js";
import type { LintContext } from "../context.js";
import type { Observation, OwnLintRule } from "../rule.js";

export const operationUnknown: OwnLintRule = {
  id: "operation-unknown",
  severity: "error",
  summary: "A visibility annotation names an operation that the release does not have.",
  hint: "name an operation of a service document or of a container",
  explanation: {
    text: "A visibility annotation may set a member's visibility for each operation. No operation of a service document has this name, and no container has a shape for it, so the entry never applies. It is usually misspelt, and the member silently keeps the visibility that was meant to change.",
    source: "§2.1.1, §2.4",
    wrong: { file: "checkout.json", at: "/properties/id/proto_request", json: { craete: "omit" } },
    right: { file: "checkout.json", at: "/properties/id/proto_request", json: { create: "omit" } },
  },
  check(context) {
    const known = collectOperations(context);
    const { requestAnnotation, responseAnnotation } = context.loaded.sources.profile.vocabulary;
    const keywords = [requestAnnotation, responseAnnotation];
    return checkEachSchema(context, context.own, (schema) =>
      keywords.flatMap((keyword) => checkAnnotation(schema, keyword, known)),
    );
  },
};

function checkAnnotation(
  { document, pointer, schema }: LocatedSchema,
  keyword: string,
  known: ReadonlySet<string>,
): Observation[] {
  const value = isObject(schema) ? schema[keyword] : undefined;
  if (value === undefined || annotationProblem(value) !== undefined) return [];
  return operationsOf(value)
    .filter((operation) => !known.has(operation))
    .map((operation) => ({
      message: `${keyword} names ${operation}, which no service or container has`,
      place: locateSource(document, joinPointer(pointer, keyword, operation), "key"),
      hint: didYouMean(operation, known) ?? `one of ${[...known].sort().join(", ")}`,
    }));
}

/**
 * The verbs of all operations, and the operations of containers' shapes. A release without services, or with extensions
 * of other releases' capabilities, does not contain all operations: any known verb is accepted there.
 */
function collectOperations(context: LintContext): ReadonlySet<string> {
  return new Set([
    ...(hasAllOperations(context) ? [] : KNOWN_VERBS),
    ...serviceVerbs(context),
    ...shapeOperations(context),
  ]);
}

function hasAllOperations({ loaded, own }: LintContext): boolean {
  return (
    loaded.services.length > 0 &&
    loaded.capabilities.every(({ document }) => own.includes(document))
  );
}

function serviceVerbs({ loaded }: LintContext): string[] {
  return loaded.services
    .flatMap(({ source }) => [...(source.rest?.operations ?? []), ...(source.mcp?.methods ?? [])])
    .flatMap(({ verb }) => verb ?? []);
}

/** `search` of a shape `search_request` or `search_response`. */
function shapeOperations({ loaded }: LintContext): string[] {
  return loaded.capabilities.flatMap(({ document }) => {
    const defs = isObject(document.root) ? document.root["$defs"] : undefined;
    const names = isObject(defs) ? Object.keys(defs) : [];
    return names.flatMap((name) => /^(.+)_(?:request|response)$/.exec(name)?.[1] ?? []);
  });
}
