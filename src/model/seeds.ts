/**
 * Where the reach of the active set starts. In: a composition. Out: the definitions of roots, extensions
 * and their parts, of what capability documents define, of payment handlers and of the profile.
 */

import { joinPointer } from "@proto-gen/runtime/json";
import type { Composition } from "../compose/compose.js";
import type { ShapeParts } from "../compose/shape-parts.js";
import { RESPONSE } from "../compose/view.js";
import { isObject, isRoleMap, isSchema } from "../json-schema/keywords.js";
import { reachable } from "./graph.js";
import type { Lowering } from "./lower.js";
import type { Definition } from "./node.js";

/** Where the reach of the active set starts: roots, extensions, their own definitions, handlers, the profile. */
export function seedsOf(composition: Composition, lowering: Lowering): Definition[] {
  const { sources, schemas, shapes, roles, agreement, addedValues } = composition;
  const composed = [...shapes, ...roles].flatMap((shape) => [
    ...shape.views.map((view) => schemas.reference(shape.base, view)),
    ...shape.surface.map(({ uri }) => uri),
    ...shape.contributions.flatMap(({ capability }) =>
      shape.withExtension(capability).map(({ uri }) => uri),
    ),
  ]);
  const parts = shapes.flatMap((shape) =>
    shape.views.flatMap((view) => partReferences(composition.divideShape(shape, view))),
  );
  const taken = new Set(
    [
      ...[...shapes, ...roles].flatMap(({ base, contributions }) => [
        base,
        ...contributions.map(({ address }) => address),
      ]),
      // What is added to an enum is part of that, and no type of its own.
      ...addedValues.map(({ address }) => address),
    ].map(({ document, pointer }) => `${document}#${pointer}`),
  );
  const documents = [
    ...agreement.capabilities.flatMap(({ schema }) => schema ?? []),
    ...sources.profile.paymentHandlers.flatMap(({ schema }) =>
      schema !== undefined && sources.documents.has(schema.uri) ? [schema.uri] : [],
    ),
  ];
  const own = [...new Set(documents)].flatMap((document) =>
    definitionPointers(composition, document)
      .filter((pointer) => !taken.has(`${document}#${pointer}`))
      .map((pointer) => schemas.reference({ document, pointer }, RESPONSE)),
  );
  const profile =
    sources.profileSchema === undefined
      ? []
      : [schemas.reference({ document: sources.profileSchema, pointer: "" }, RESPONSE)];
  return [...composed, ...parts, ...own, ...profile].map((reference) =>
    lowering.definition(reference),
  );
}

function partReferences({ base, contributions }: ShapeParts): string[] {
  return [base, ...contributions].map(({ uri }) => uri);
}

/** The `$defs` of a document, the roles of a role map one by one; and its body, where a container has none. */
function definitionPointers({ sources }: Composition, document: string): string[] {
  const root = sources.schemas.at(document)?.schema;
  if (!isObject(root) || !isObject(root["$defs"])) return [];
  return Object.entries(root["$defs"]).flatMap(([name, entry]) => {
    if (isRoleMap(name, entry))
      return Object.keys(entry).map((role) => joinPointer("/$defs", name, role));
    return isSchema(entry) ? [joinPointer("/$defs", name)] : [];
  });
}

/** The plain views of all that is reached, and of what they reach: a view that equals one takes its name. */
export function plainCounterparts(
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
  return reachable([...new Set(plain)]);
}
