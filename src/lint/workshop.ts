/**
 * Schemas of a release as nodes and as checks. In: sources. Out: for a schema in a view its definition, and the
 * check that the generator would write for it.
 */

import { parsePointer, type Json } from "@proto-gen/runtime/json";
import { RESPONSE, type View } from "../compose/view.js";
import { createViewedSchemas } from "../compose/viewed-schemas.js";
import { isObject, subschemas, type Schema } from "../json-schema/keywords.js";
import type { Document } from "../load/document.js";
import { isServiceDocument } from "../load/release-profile.js";
import type { Sources } from "../load/sources.js";
import { createLowering, enumsOf } from "../model/lower.js";
import type { Definition } from "../model/node.js";
import { locateOrigin } from "../model/locate-origin.js";
import { compileSubject, type CompiledValidator } from "../validate/compile-validator.js";

export interface SchemaPlace {
  readonly document: Document;
  readonly pointer: string;
  readonly schema: Schema;
}

export interface Workshop {
  /** Every schema of a document, in the order of its text. */
  schemasOf(document: Document): readonly SchemaPlace[];
  /**
   * @param view where the place does not say it
   * @throws ProtoGenError MODEL_RECURSION
   */
  definition(place: Pick<SchemaPlace, "document" | "pointer">, view?: View): Definition;
  check(definition: Definition): Promise<CompiledValidator>;
}

export function createWorkshop(sources: Sources): Workshop {
  const composition = { schemas: createViewedSchemas(sources), sources };
  const lowering = createLowering(composition.schemas.set, {
    ...enumsOf(composition.schemas),
    place: (each) => locateOrigin(each, composition),
  });
  const checks = new Map<Definition, Promise<CompiledValidator>>();
  const places = new Map<Document, readonly SchemaPlace[]>();
  return {
    schemasOf(document) {
      const known = places.get(document) ?? schemaPlaces(document, sources);
      places.set(document, known);
      return known;
    },
    definition: ({ document, pointer }, view = viewAt(pointer)) =>
      lowering.definition(composition.schemas.reference({ document: document.uri, pointer }, view)),
    check(definition) {
      const known =
        checks.get(definition) ??
        compileSubject({
          definition,
          attribution: undefined,
          ownerOf: () => undefined,
          capabilityOf: () => undefined,
        });
      checks.set(definition, known);
      return known;
    },
  };
}

function schemaPlaces(document: Document, sources: Sources): SchemaPlace[] {
  const found = new Map<string, SchemaPlace>();
  const starts = [...(sources.extraSchemas.get(document.uri) ?? [])];
  const isService = isServiceDocument(document.root);
  const waiting: { schema: Json | undefined; pointer: string }[] = starts.map((pointer) => ({
    schema: sources.schemas.locate(document.uri, pointer)?.schema,
    pointer,
  }));
  if (!isService) waiting.push({ schema: document.root, pointer: "" });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { schema, pointer } = next;
    if (found.has(pointer) || (typeof schema !== "boolean" && !isObject(schema))) continue;
    found.set(pointer, { document, pointer, schema });
    waiting.push(...subschemas(schema, pointer).reverse());
  }
  return [...found.values()];
}

/** A shape of a container is of its operation; all else is looked at as responses have it. */
function viewAt(pointer: string): View {
  const [first, name = ""] = parsePointer(pointer);
  const operation = first === "$defs" ? /^(.+)_request$/.exec(name)?.[1] : undefined;
  return operation === undefined ? RESPONSE : { direction: "request", operation };
}
