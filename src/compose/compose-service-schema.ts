/**
 * Composes the schemas that service documents name. Service documents are thin (§2.1.1): where one names a root, or a schema
 * that includes one, it means the root with every active extension.
 */

import type { SchemaAddress } from "../json-schema/schema-address.js";
import type { ComposeContext, ShapeDefinition } from "./compose-context.js";
import { composeView, listExtensions } from "./compose-view.js";
import type { ComposedShape, ServiceSchema } from "./composition.js";
import { appliesSchema, resolveAlias } from "./service-schemas.js";
import { RESPONSE, viewText, type View } from "./view.js";
import type { SchemaInView } from "./visibility/instance-annotations.js";

export function composeServiceSchema(
  context: ComposeContext,
  shapes: readonly ComposedShape[],
  asked: SchemaInView,
): ServiceSchema {
  const { sources } = context;
  const address = resolveAlias(sources, asked.address);
  const shape = shapes.find(({ base }) => appliesSchema(sources, address, base));
  if (shape === undefined) {
    const uri = referToAnchored(context, { address, view: asked.view });
    return { uri, address, shape };
  }
  const view = chooseView(shape, asked.view);
  const extensions = listExtensions(context, shape);
  if (isSameSchema(address, shape.base)) {
    const { uri } = composeView(
      context,
      { shape: includeRoot(shape, address, shape.key), view },
      extensions,
    );
    return { uri, address, shape };
  }
  const key = encodeURIComponent(`${address.document}#${address.pointer}`);
  const including = { shape: includeRoot(shape, address, key), view };
  const { uri } = composeView(context, including, extensions);
  return { uri, address, shape, including };
}

/** The shape of a schema that includes the root: the root's extensions compose onto that schema. */
function includeRoot(shape: ComposedShape, address: SchemaAddress, key: string): ShapeDefinition {
  const { root, views, contributions } = shape;
  return { root, views, contributions, key, base: address, heldRoot: shape.base };
}

function isSameSchema(left: SchemaAddress, right: SchemaAddress): boolean {
  return left.document === right.document && left.pointer === right.pointer;
}

/** Refers to a schema without a root in it, with the values that capabilities add to its enums. */
function referToAnchored(
  { schemas, openEnums }: ComposeContext,
  { address, view }: SchemaInView,
): string {
  const uri = schemas.reference(address, view);
  const anchors = openEnums.buildAnchors([address], () => true);
  if (anchors === undefined) return uri;
  const anchored = `composed:?values-of=${encodeURIComponent(uri)}`;
  schemas.addAnchored(anchored, { references: [uri], anchors, isPart: false });
  return anchored;
}

/** Chooses a view that the shape has: a container's shape has one, and most operations share the response. */
function chooseView({ key, views }: ComposedShape, asked: View): View {
  const exact = views.find((view) => viewText(view) === viewText(asked));
  const [only] = views;
  if (exact === undefined && key !== "" && only !== undefined) return only;
  return exact ?? (asked.direction === "response" ? RESPONSE : asked);
}
