/**
 * The definitions that are a root's shape: its base, each extension's composition, the composition of all, and the
 * parts that serve platforms with fewer capabilities (DESIGN §6).
 */

import type { ComposedShape, Composition } from "../../compose/compose.js";
import type { ShapeInView } from "../../compose/compose-context.js";
import type { View } from "../../compose/view.js";
import type { Identifier } from "../../text/identifier.js";
import { pascalCase } from "../../text/words.js";
import type { IncludingPayload } from "../services/build-services.js";
import type { Lowering } from "../lower.js";
import type { Definition } from "../node.js";
import { dependsOnExtensions } from "../extension-dependence.js";

export interface ComposedType {
  readonly shape: Pick<ComposedShape, "root" | "key" | "base">;
  /** The name of what the shape's own schema does not name: a payload that stands inline. */
  readonly name?: Identifier;
  readonly view: View;
  /** The capability whose module it is in; undefined for the composition of all, which is in `index`. */
  readonly capability: string | undefined;
  readonly rank: number;
  /** A part: only its check is of use. */
  readonly internal: boolean;
  /** The capability whose schema a part is, where another one brings it. */
  readonly unless?: string;
  /** True where the active extensions decide on some members of a part. */
  readonly dependsOnExtensions?: boolean;
}

export interface ComposedTypes {
  readonly types: ReadonlyMap<Definition, ComposedType>;
  /** The extension of each layered composition, by URI: its base may be layered, too, so no source tells it. */
  readonly layerOwners: ReadonlyMap<string, string>;
}

/** Among equal definitions, the base precedes compositions, which precede parts. */
const RANK = { base: 0, extension: 10, all: 20, part: 30 } as const;

export function collectComposedTypes(
  composition: Composition,
  lowering: Lowering,
  including: readonly IncludingPayload[],
): ComposedTypes {
  const types = new Map<Definition, ComposedType>();
  const layerOwners = new Map<string, string>();
  const add = (uri: string, type: ComposedType): void => {
    const definition = lowering.definition(uri);
    if (!types.has(definition)) types.set(definition, type);
  };
  for (const shape of [...composition.shapes, ...composition.roles])
    for (const [index, view] of shape.views.entries()) {
      const typeOf = (
        capability: string | undefined,
        rank: number,
        internal = false,
      ): ComposedType => ({ shape, view, capability, rank, internal });
      add(composition.schemas.reference(shape.base, view), typeOf(shape.root, RANK.base));
      for (const capability of shape.contributors) {
        const { uri = "", layers } = shape.withExtension(capability)[index] ?? {};
        add(uri, typeOf(capability, RANK.extension));
        if (layers === undefined) continue;
        layerOwners.set(uri, capability);
        add(layers.addition, typeOf(capability, RANK.part, true));
      }
      add(shape.fullViews[index]?.uri ?? "", typeOf(undefined, RANK.all));
      // A profile is checked against everything that a capability adds to it: no subset of that is ever asked for.
      if (composition.roles.includes(shape)) continue;
      for (const [uri, part] of partsOf(composition, lowering, { shape, view })) add(uri, part);
    }
  for (const { key, shapeInView, definition } of including) {
    const root = composition.shapes.find((each) => each.base === shapeInView.shape.heldRoot);
    for (const [uri, part] of partsOf(composition, lowering, shapeInView)) {
      // Without extensions the base is the payload itself.
      if (lowering.definition(uri) === definition) continue;
      // An extension adds the same to the payload as to its root.
      const shape = part.capability === undefined ? { ...part.shape, key } : (root ?? part.shape);
      add(uri, { ...part, shape, ...(shape === root ? {} : { name: pascalCase(key) }) });
    }
  }
  return { types, layerOwners };
}

function partsOf(
  composition: Composition,
  lowering: Lowering,
  { shape, view }: ShapeInView,
): readonly (readonly [string, ComposedType])[] {
  const { base, contributions } = composition.divideShape(shape, view);
  return [base, ...contributions].map(
    ({ capability, unless, dependsOnExtensions: mayDepend, uri }) => [
      uri,
      {
        shape,
        view,
        capability,
        rank: RANK.part,
        internal: true,
        dependsOnExtensions: mayDepend && dependsOnExtensions(lowering.definition(uri).node),
        ...(unless === undefined ? {} : { unless }),
      },
    ],
  );
}
