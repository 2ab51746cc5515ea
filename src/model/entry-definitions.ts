/**
 * The definitions from which the model follows references: roots, extensions and their parts, the `$defs` of
 * capability documents, payment handlers and the profile's schema. A schema that none of them reaches has no type.
 */

import { joinPointer } from "@proto-gen/runtime/json";
import type { Composition } from "../compose/compose.js";
import { RESPONSE } from "../compose/view.js";
import { isObject, isRoleMap, isSchema } from "../json-schema/keywords.js";
import { collectReachable } from "./graph.js";
import type { Lowering } from "./lower.js";
import type { Definition } from "./node.js";
import type { IncludingPayload } from "./services/build-services.js";

/** A composition, and the payloads of services that include one of its roots. */
export interface ComposedPayloads {
  readonly composition: Composition;
  readonly including: readonly IncludingPayload[];
}

export function collectEntryDefinitions(
  { composition, including }: ComposedPayloads,
  lowering: Lowering,
): Definition[] {
  const references = [
    ...composedReferences(composition),
    ...partReferences(composition, including),
    ...documentReferences(composition),
    ...profileReferences(composition),
  ];
  return references.map((reference) => lowering.definition(reference));
}

function composedReferences({ schemas, shapes, roles }: Composition): string[] {
  return [...shapes, ...roles].flatMap((shape) => [
    ...shape.views.map((view) => schemas.reference(shape.base, view)),
    ...shape.fullViews.map(({ uri }) => uri),
    ...shape.contributors.flatMap((capability) =>
      shape.withExtension(capability).map(({ uri }) => uri),
    ),
  ]);
}

function partReferences(
  composition: Composition,
  including: ComposedPayloads["including"],
): string[] {
  const roots = composition.shapes.flatMap((shape) => shape.views.map((view) => ({ shape, view })));
  const payloads = including.map(({ shapeInView }) => shapeInView);
  return [...roots, ...payloads].flatMap(({ shape, view }) => {
    const { base, contributions } = composition.divideShape(shape, view);
    return [base, ...contributions].map(({ uri }) => uri);
  });
}

/** The definitions of capability and payment handler documents, less those that are part of a root's shape. */
function documentReferences(composition: Composition): string[] {
  const { sources, schemas, shapes, roles, agreement, addedValues } = composition;
  const composed = new Set(
    [
      ...[...shapes, ...roles].flatMap(({ base, contributions }) => [
        base,
        ...contributions.flatMap(({ address, within }) => [address, ...within]),
      ]),
      // Values that are added to an enum are part of it, and no type of their own.
      ...addedValues.map(({ address }) => address),
    ].map(({ document, pointer }) => `${document}#${pointer}`),
  );
  const documents = [
    ...agreement.capabilities.flatMap(({ schema }) => schema ?? []),
    ...sources.profile.paymentHandlers.flatMap(({ schema }) =>
      schema !== undefined && sources.documents.has(schema.uri) ? [schema.uri] : [],
    ),
  ];
  return [...new Set(documents)].flatMap((document) =>
    definitionPointers(composition, document)
      .filter((pointer) => !composed.has(`${document}#${pointer}`))
      .map((pointer) => schemas.reference({ document, pointer }, RESPONSE)),
  );
}

function profileReferences({ sources, schemas }: Composition): string[] {
  const { profileSchema } = sources;
  return profileSchema === undefined
    ? []
    : [schemas.reference({ document: profileSchema, pointer: "" }, RESPONSE)];
}

/** The pointers of a document's `$defs`; of a role map, those of its roles. */
function definitionPointers({ sources }: Composition, document: string): string[] {
  const root = sources.schemas.at(document)?.schema;
  if (!isObject(root) || !isObject(root["$defs"])) return [];
  return Object.entries(root["$defs"]).flatMap(([name, entry]) => {
    if (isRoleMap(name, entry))
      return Object.keys(entry).map((role) => joinPointer("/$defs", name, role));
    return isSchema(entry) ? [joinPointer("/$defs", name)] : [];
  });
}

/** The plain views of all definitions, and all that these reach: a view that equals a plain one takes its name. */
export function collectPlainCounterparts(
  { schemas }: Composition,
  lowering: Lowering,
  definitions: readonly Definition[],
): Definition[] {
  const plain = definitions.flatMap(({ origin: { document, pointer } }) => {
    const source = schemas.source(document);
    return source === undefined || source.part !== undefined
      ? []
      : [lowering.definition(schemas.reference({ document: source.document, pointer }, RESPONSE))];
  });
  return collectReachable([...new Set(plain)]);
}
