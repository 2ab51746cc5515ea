/**
 * Operations that only an annotation knows. In: the release's schemas. Out: a finding for each name in a visibility
 * annotation that is neither what an operation of a service document does nor a shape of a container. A release that
 * has no services, or extends capabilities of others, does not know all operations: there, verbs that operations are
 * named by are known as well.
 */

import { joinPointer } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import { annotationProblem, operationsOf } from "../../json-schema/visibility.js";
import { locateSource } from "../../load/document.js";
import { KNOWN_VERBS } from "../../load/services/verb.js";
import { didYouMean } from "../../text/nearest.js";
import type { LintContext } from "../context.js";
import { eachSchema } from "../each-schema.js";
import { lintRule, type Observation } from "../rule.js";
import type { SchemaPlace } from "../workshop.js";

export const operationUnknown = lintRule("operation-unknown", (context) => {
  const known = knownOperations(context);
  const { requestAnnotation, responseAnnotation } = context.loaded.sources.profile.vocabulary;
  const keywords = [requestAnnotation, responseAnnotation];
  return eachSchema(context, context.own, (place) =>
    keywords.flatMap((keyword) => unknownIn(place, keyword, known)),
  );
});

function unknownIn(
  { document, pointer, schema }: SchemaPlace,
  keyword: string,
  known: ReadonlySet<string>,
): Observation[] {
  const value = isObject(schema) ? schema[keyword] : undefined;
  if (value === undefined || annotationProblem(value) !== undefined) return [];
  return operationsOf(value)
    .filter((operation) => !known.has(operation))
    .map((operation) => ({
      message: `${keyword} names ${operation}, which no service and no container has`,
      place: locateSource(document, joinPointer(pointer, keyword, operation), "key"),
      hint: didYouMean(operation, known) ?? `one of ${[...known].sort().join(", ")}`,
    }));
}

function knownOperations({ loaded, own }: LintContext): ReadonlySet<string> {
  const isWhole =
    loaded.services.length > 0 &&
    loaded.capabilities.every(({ document }) => own.includes(document));
  const known = new Set<string>(isWhole ? [] : KNOWN_VERBS);
  for (const { source } of loaded.services)
    for (const { verb } of [...(source.rest?.operations ?? []), ...(source.mcp?.methods ?? [])])
      if (verb !== undefined) known.add(verb);
  for (const { document } of loaded.capabilities) {
    const defs = isObject(document.root) ? document.root["$defs"] : undefined;
    for (const name of isObject(defs) ? Object.keys(defs) : []) {
      const operation = /^(.+)_(?:request|response)$/.exec(name)?.[1];
      if (operation !== undefined) known.add(operation);
    }
  }
  return known;
}
