/** Lists the schemas of a release, and compiles single ones to definitions and validators, each once. */

import { parsePointer, type Json } from "@proto-gen/runtime/json";
import { RESPONSE, type View } from "../compose/view.js";
import { createViewedSchemas, type ViewedSchemas } from "../compose/viewed-schemas.js";
import { isObject, subschemas, type Schema } from "../json-schema/keywords.js";
import type { Document, DocumentPosition } from "../load/document.js";
import { isServiceDocument } from "../load/release-profile.js";
import type { Sources } from "../load/sources.js";
import { createLowering, openEnumLookup, type Lowering } from "../model/lower.js";
import type { Definition } from "../model/node.js";
import { locateOrigin } from "../model/locate-origin.js";
import { compileSubject, type CompiledValidator } from "../validate/compile-subject.js";

export interface LocatedSchema extends DocumentPosition {
  readonly schema: Schema;
}

export class SchemaCompiler {
  readonly #sources: Sources;
  readonly #schemas: ViewedSchemas;
  readonly #lowering: Lowering;
  readonly #validators = new Map<Definition, Promise<CompiledValidator>>();
  readonly #listed = new Map<Document, readonly LocatedSchema[]>();

  constructor(sources: Sources) {
    const schemas = createViewedSchemas(sources);
    this.#sources = sources;
    this.#schemas = schemas;
    this.#lowering = createLowering(schemas.set, {
      ...openEnumLookup(schemas),
      place: (each) => locateOrigin(each, { schemas, sources }),
    });
  }

  /** Every schema of a document, in the order of its text. */
  listSchemas(document: Document): readonly LocatedSchema[] {
    const listed = this.#listed.get(document) ?? listSchemas(document, this.#sources);
    this.#listed.set(document, listed);
    return listed;
  }

  /**
   * @param view by default the one that the position determines
   * @throws ProtoGenError MODEL_RECURSION
   */
  resolve({ document, pointer }: DocumentPosition, view: View = viewAt(pointer)): Definition {
    const address = { document: document.uri, pointer };
    return this.#lowering.definition(this.#schemas.reference(address, view));
  }

  compile(definition: Definition): Promise<CompiledValidator> {
    const validator =
      this.#validators.get(definition) ??
      compileSubject({
        definition,
        attribution: undefined,
        ownerOf: () => undefined,
        capabilityOf: () => undefined,
      });
    this.#validators.set(definition, validator);
    return validator;
  }
}

interface Candidate {
  readonly schema: Json | undefined;
  readonly pointer: string;
}

function listSchemas(document: Document, sources: Sources): LocatedSchema[] {
  const listed = new Map<string, LocatedSchema>();
  const stack = startsOf(document, sources);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { schema, pointer } = next;
    if (listed.has(pointer) || (typeof schema !== "boolean" && !isObject(schema))) continue;
    listed.set(pointer, { document, pointer, schema });
    stack.push(...subschemas(schema, pointer).reverse());
  }
  return [...listed.values()];
}

/** Schemas that references lead to, and the root, unless the document is a service's. */
function startsOf(document: Document, sources: Sources): Candidate[] {
  const starts: Candidate[] = [...(sources.extraSchemas.get(document.uri) ?? [])].map(
    (pointer) => ({ schema: sources.schemas.locate(document.uri, pointer)?.schema, pointer }),
  );
  if (!isServiceDocument(document.root)) starts.push({ schema: document.root, pointer: "" });
  return starts;
}

/** A container's shape `<operation>_request` is checked as that request, everything else as in responses. */
function viewAt(pointer: string): View {
  const [first, name = ""] = parsePointer(pointer);
  const operation = first === "$defs" ? /^(.+)_request$/.exec(name)?.[1] : undefined;
  return operation === undefined ? RESPONSE : { direction: "request", operation };
}
