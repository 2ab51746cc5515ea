/** Chooses the view of a schema or type for an operation and a direction. */

import { operationOfKey } from "../compose/shapes.js";
import { viewText, type Direction, type View } from "../compose/view.js";
import { failure } from "../errors.js";
import { isObject, subschemas } from "../json-schema/keywords.js";
import { operationsOf } from "../json-schema/visibility.js";
import type { Sources } from "../load/sources.js";
import { KNOWN_VERBS } from "../load/services/verb.js";
import type { TypeView } from "../model/model.js";
import { didYouMean } from "../text/nearest.js";

export interface ViewChoice {
  /** `create`; a name that the schemas' annotations have. */
  readonly op?: string | undefined;
  readonly direction?: Direction | undefined;
}

/** The view of a schema that was named by its file; the response where nothing is asked for. */
export function chooseSchemaView({ op, direction }: ViewChoice, sources: Sources): View {
  if (op === undefined) {
    if (direction !== "request") return { direction: "response" };
    throw failure("USAGE_UNKNOWN_VIEW", "the view of a request needs an operation", {
      hint: "add --op, for example --op create",
    });
  }
  const known = new Set([...KNOWN_VERBS, ...collectOperations(sources)]);
  if (!known.has(op))
    throw failure("USAGE_UNKNOWN_VIEW", `no schema here mentions the operation ${op}`, {
      hint: didYouMean(op, known),
    });
  if (direction !== undefined) return { direction, operation: op };
  throw failure("USAGE_UNKNOWN_VIEW", `${op} has a request and a response`, {
    hint: "add --request or --response",
  });
}

/** The operations that annotations name, and those that `$defs` entries are named by: `get_product_request`. */
function collectOperations({ documents, profile: { vocabulary } }: Sources): Set<string> {
  const operations = new Set<string>();
  const waiting = [...documents.values()].map(({ root }) => root);
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (!isObject(schema)) continue;
    for (const keyword of [vocabulary.requestAnnotation, vocabulary.responseAnnotation])
      for (const operation of operationsOf(schema[keyword])) operations.add(operation);
    for (const key of Object.keys(isObject(schema["$defs"]) ? schema["$defs"] : {})) {
      const view = operationOfKey(key);
      if (view !== undefined) operations.add(view.operation);
    }
    waiting.push(...subschemas(schema, "").map((each) => each.schema));
  }
  return operations;
}

/** Selects the requested view of a type. */
export function chooseTypeView(
  name: string,
  views: readonly TypeView[],
  { op, direction = "response" }: ViewChoice,
): TypeView {
  const ofDirection = views.filter(({ view }) => view.direction === direction);
  const found =
    ofDirection.find(({ view }) => view.operation === op) ??
    ofDirection.find(({ view, shared }) => shared || view.operation === undefined);
  if (found !== undefined && (op !== undefined || found.shared || isOfAllOperations(found.view)))
    return found;
  const all = views.map(({ view }) => viewText(view)).join(", ");
  throw failure(
    "USAGE_UNKNOWN_VIEW",
    `${name} has no view ${op === undefined ? direction : `${direction}.${op}`}`,
    { hint: `it has ${all}` },
  );
}

function isOfAllOperations({ operation }: View): boolean {
  return operation === undefined;
}
