/**
 * The definitions that services reach. A schema that stands inline in a service document has no name there, and some
 * types stand in no document at all: such a definition gets a placement, which names it.
 */

import { buildDefaultOutcome, DEFAULT_OUTCOME, findDeclaredOutcome } from "./default-outcome.js";
import type { ShapeInView } from "../../compose/compose-context.js";
import type { Composition } from "../../compose/compose.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { collectServiceDocuments } from "../../compose/service-schemas.js";
import { RESPONSE, type View } from "../../compose/view.js";
import { collectReferences } from "../graph.js";
import { candidateNames, isNamedByAuthor } from "../candidate-names.js";
import { documentModule, protocolHost } from "../module-path.js";
import { LazyDefinition } from "../lowering/lazy-definition.js";
import type { Lowering } from "../lower.js";
import type { Definition, Node } from "../node.js";
import { identifier, type Identifier } from "../../text/identifier.js";

/** The module and the names of a type that the catalog cannot read off its source. */
export interface TypePlacement {
  readonly document: string;
  readonly pointer: string;
  readonly module: string;
  readonly candidates: readonly Identifier[];
  readonly capability: string | undefined;
}

/** The view of a parameter, which is the same for all operations. */
const REQUEST: View = { direction: "request" };

export class ServiceDefinitions {
  readonly #composition: Composition;
  readonly #lowering: Lowering;
  readonly #protocolHost: string;
  readonly #collectServiceDocuments: ReadonlySet<string>;
  readonly #placements = new Map<Definition, TypePlacement>();
  readonly #including = new Map<Definition, ShapeInView>();
  readonly #entryDefinitions: Definition[] = [];
  readonly #synthesised = new Map<string, Definition>();

  constructor(composition: Composition, lowering: Lowering) {
    this.#composition = composition;
    this.#lowering = lowering;
    this.#protocolHost = protocolHost(composition);
    this.#collectServiceDocuments = collectServiceDocuments(composition.sources);
  }

  get placements(): ReadonlyMap<Definition, TypePlacement> {
    return this.#placements;
  }

  /** The shape of a payload that includes a root beside rules of its own. */
  includingShape(definition: Definition): ShapeInView | undefined {
    return this.#including.get(definition);
  }

  /** The definitions that the services refer to and that must have a named type. */
  get entryDefinitions(): readonly Definition[] {
    return this.#entryDefinitions;
  }

  /** @param names to try for a schema that stands inline; without them it gets no named type */
  define(place: SchemaAddress, view: View, names?: readonly Identifier[]): Definition {
    const { address, shape, including } = this.#composition.composeServiceSchema(place, view);
    const { document, pointer } = address;
    const isInline = this.#collectServiceDocuments.has(document) && !isNamedByAuthor(pointer);
    // Such a schema is the same for all operations: one view avoids a transformed document for each of them.
    const isShared = isInline && shape === undefined && names === undefined;
    const seen = isShared && view.direction === "request" ? REQUEST : view;
    const definition = this.#lowering.definition(
      this.#composition.composeServiceSchema(place, seen).uri,
    );
    if (including !== undefined) this.#including.set(definition, including);
    if (isInline && names === undefined) {
      // It is printed where it stands: only the definitions that it refers to are types.
      this.#entryDefinitions.push(...collectReferences(definition.node));
      return definition;
    }
    this.#entryDefinitions.push(definition);
    const isComposed = definition.origin.document.startsWith("composed:");
    const isRoot = shape?.base.document === document && shape.base.pointer === pointer;
    if ((isInline || (isComposed && !isRoot)) && !this.#placements.has(definition)) {
      this.#placements.set(definition, {
        document,
        pointer,
        module: isInline ? documentModule(document, { protocolHost: this.#protocolHost }) : "index",
        candidates: names ?? candidateNames(document, pointer, ""),
        capability: shape?.root,
      });
    }
    return definition;
  }

  /** The answer of an operation where there is no resource, if its document names none (§7). */
  defaultOutcome(): Definition {
    const { schemas, sources } = this.#composition;
    const declared = findDeclaredOutcome(sources);
    if (declared !== undefined) return this.define(declared, RESPONSE);
    schemas.addComposed(DEFAULT_OUTCOME, buildDefaultOutcome(sources.profile.vocabulary));
    const definition = this.#lowering.definition(DEFAULT_OUTCOME);
    if (!this.#placements.has(definition))
      this.#place(definition, {
        document: DEFAULT_OUTCOME,
        pointer: "",
        module: "schemas/error-envelope",
        candidates: [identifier("ErrorEnvelope")],
        capability: undefined,
      });
    return definition;
  }

  /** A definition that no document has; the same one for the same key. */
  synthesise(key: string, placement: TypePlacement, node: () => Node): Definition {
    const known = this.#synthesised.get(key);
    if (known !== undefined) return known;
    const origin: SchemaAddress = { document: placement.document, pointer: placement.pointer };
    const definition = new LazyDefinition({ key, origin }, node);
    this.#synthesised.set(key, definition);
    this.#place(definition, placement);
    return definition;
  }

  #place(definition: Definition, placement: TypePlacement): void {
    this.#placements.set(definition, placement);
    this.#entryDefinitions.push(definition);
  }
}
