/** Compiles single schemas of a release to definitions and validators, each once. */

import { parsePointer } from "@proto-gen/runtime/json";
import { RESPONSE, type View } from "../compose/view.js";
import { createViewedSchemas, type ViewedSchemas } from "../compose/viewed-schemas.js";
import type { DocumentPosition } from "../load/document.js";
import type { Sources } from "../load/sources.js";
import { createLowering, openEnumLookup, type Lowering } from "../model/lower.js";
import type { Definition } from "../model/node.js";
import { locateOrigin } from "../model/locate-origin.js";
import { compileSubject, type CompiledValidator } from "../validate/compile-subject.js";

export class SchemaCompiler {
  readonly #schemas: ViewedSchemas;
  readonly #lowering: Lowering;
  readonly #validators = new Map<Definition, Promise<CompiledValidator>>();

  constructor(sources: Sources) {
    const schemas = createViewedSchemas(sources);
    this.#schemas = schemas;
    this.#lowering = createLowering(schemas.set, {
      ...openEnumLookup(schemas),
      place: (each) => locateOrigin(each, { schemas, sources }),
    });
  }

  /**
   * @param view by default the one that the position determines
   * @throws ProtoGenError MODEL_RECURSION
   */
  resolve({ document, pointer }: DocumentPosition, view: View = viewAt(pointer)): Definition {
    return this.#lowering.definition(this.#reference({ document, pointer }, view));
  }

  /** @throws ProtoGenError MODEL_RECURSION where the schema leads back to itself, or to such a schema, for the same value */
  requireFinite(position: DocumentPosition): void {
    this.#lowering.requireFinite(this.#reference(position, viewAt(position.pointer)));
  }

  #reference({ document, pointer }: DocumentPosition, view: View): string {
    return this.#schemas.reference({ document: document.uri, pointer }, view);
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

/** A container's shape `<operation>_request` is checked as that request, everything else as in responses. */
function viewAt(pointer: string): View {
  const [first, name = ""] = parsePointer(pointer);
  const operation = first === "$defs" ? /^(.+)_request$/.exec(name)?.[1] : undefined;
  return operation === undefined ? RESPONSE : { direction: "request", operation };
}
