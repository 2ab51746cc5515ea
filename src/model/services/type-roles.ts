/**
 * Definitions that services bring. In: the place of a schema in a service document, and a view. Out: its
 * definition, with a role where neither a file nor a `$defs` entry names it.
 */

import { declaredOutcome, DEFAULT_OUTCOME, defaultOutcome } from "./default-outcome.js";
import type { Composition } from "../../compose/compose.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { collectServiceDocuments } from "../../compose/service-schemas.js";
import { RESPONSE, type View } from "../../compose/view.js";
import { referencedBy } from "../graph.js";
import { candidateNames, documentModule, isDefinition } from "../home.js";
import { LazyDefinition } from "../layers.js";
import type { Lowering } from "../lower.js";
import type { Definition, Node } from "../node.js";
import { protocolHostOf } from "../protocol-host.js";
import { identifier, type Identifier } from "../../text/identifier.js";

/** What the catalog cannot read off a definition's source. */
export interface TypeRole {
  readonly document: string;
  readonly pointer: string;
  readonly module: string;
  readonly candidates: readonly Identifier[];
  readonly capability: string | undefined;
}

export interface TypeRoles {
  readonly roles: ReadonlyMap<Definition, TypeRole>;
  /** What the services reach that must have a named type. */
  readonly seeds: readonly Definition[];
  /** @param names to try for it where it stands inline; without them it gets no named type */
  define(place: SchemaAddress, view: View, names?: readonly Identifier[]): Definition;
  /** What an operation gives where there is no resource, if no document says (§7). */
  defaultOutcome(): Definition;
  /** A definition that no document holds; one of a key. */
  synthesise(key: string, role: TypeRole, node: () => Node): Definition;
}

/** A parameter as all operations see it. */
const REQUEST: View = { direction: "request" };

export function createTypeRoles(composition: Composition, lowering: Lowering): TypeRoles {
  const roles = new Map<Definition, TypeRole>();
  const seeds: Definition[] = [];
  const synthesised = new Map<string, Definition>();
  const protocolHost = protocolHostOf(composition);
  const services = collectServiceDocuments(composition.sources);

  function define(place: SchemaAddress, view: View, names?: readonly Identifier[]): Definition {
    const { address, shape } = composition.serviceSchema(place, view);
    const { document, pointer } = address;
    const isInline = services.has(document) && !isDefinition(pointer);
    // Transforming a whole service document once for every operation would buy nothing.
    const isOfAll = isInline && shape === undefined && names === undefined;
    const seen = isOfAll && view.direction === "request" ? REQUEST : view;
    const definition = lowering.definition(composition.serviceSchema(place, seen).uri);
    if (isInline && names === undefined) {
      // Only what it refers to is a type: it is printed where it stands.
      seeds.push(...referencedBy(definition.node));
      return definition;
    }
    seeds.push(definition);
    const isComposed = definition.origin.document.startsWith("composed:");
    const isRoot = shape?.base.document === document && shape.base.pointer === pointer;
    if ((isInline || (isComposed && !isRoot)) && !roles.has(definition)) {
      roles.set(definition, {
        document,
        pointer,
        module: isInline ? documentModule(document, { protocolHost }) : "index",
        candidates: names ?? candidateNames(document, pointer, ""),
        capability: shape?.root,
      });
    }
    return definition;
  }

  return {
    roles,
    seeds,
    define,
    defaultOutcome() {
      const { schemas, sources } = composition;
      const declared = declaredOutcome(sources);
      if (declared !== undefined) return define(declared, RESPONSE);
      schemas.addComposed(DEFAULT_OUTCOME, defaultOutcome(sources.profile.vocabulary));
      const definition = lowering.definition(DEFAULT_OUTCOME);
      if (!roles.has(definition)) {
        seeds.push(definition);
        roles.set(definition, {
          document: DEFAULT_OUTCOME,
          pointer: "",
          module: "schemas/error-envelope",
          candidates: [identifier("ErrorEnvelope")],
          capability: undefined,
        });
      }
      return definition;
    },
    synthesise(key, role, node) {
      const known = synthesised.get(key);
      if (known !== undefined) return known;
      const origin: SchemaAddress = { document: role.document, pointer: role.pointer };
      const definition = new LazyDefinition({ key, origin }, node);
      synthesised.set(key, definition);
      roles.set(definition, role);
      seeds.push(definition);
      return definition;
    },
  };
}
