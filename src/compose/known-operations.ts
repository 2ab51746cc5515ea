/** The operations that visibility annotations may name, and the names in annotations that are none of these. */

import { joinPointer } from "@proto-gen/runtime/json";
import type { Vocabulary } from "@proto-gen/runtime/codegen/generator";
import { isObject } from "../json-schema/keywords.js";
import { annotationProblem, operationsOf } from "../json-schema/visibility.js";
import type { LocatedSchema } from "../load/check-document.js";
import type { Document } from "../load/document.js";
import type { SourceService } from "../load/services/service-document.js";
import { operationOfKey } from "./shapes.js";

export interface OperationSources {
  readonly services: readonly SourceService[];
  readonly documents: Iterable<Document>;
}

/** The verbs of services, and the operations that `$defs` entries are named by: `search` of `search_request`. */
export function collectOperations({ services, documents }: OperationSources): ReadonlySet<string> {
  const verbs = services
    .flatMap(({ rest, mcp }) => [...(rest?.operations ?? []), ...(mcp?.methods ?? [])])
    .flatMap(({ verb }) => verb ?? []);
  const shapes = [...documents].flatMap(({ root }) => {
    const defs = isObject(root) ? root["$defs"] : undefined;
    return Object.keys(isObject(defs) ? defs : {}).flatMap(
      (key) => operationOfKey(key)?.operation ?? [],
    );
  });
  return new Set([...verbs, ...shapes]);
}

export interface UnknownOperation {
  /** The annotation's keyword. */
  readonly keyword: string;
  readonly operation: string;
  /** In the document. */
  readonly pointer: string;
}

export function findUnknownOperations(
  { schema, pointer }: LocatedSchema,
  { requestAnnotation, responseAnnotation }: Vocabulary,
  known: ReadonlySet<string>,
): UnknownOperation[] {
  if (!isObject(schema)) return [];
  return [requestAnnotation, responseAnnotation].flatMap((keyword) => {
    const value = schema[keyword];
    if (value === undefined || annotationProblem(value) !== undefined) return [];
    return operationsOf(value)
      .filter((operation) => !known.has(operation))
      .map((operation) => ({
        keyword,
        operation,
        pointer: joinPointer(pointer, keyword, operation),
      }));
  });
}
