import type { Composition } from "../compose/compose.js";
import { locateOrigin } from "./locate-origin.js";
import { createLowering, openEnumLookup, type Lowering } from "./lower.js";

/** Lowers what a composition's references lead to, on demand. */
export function lowerComposition(composition: Composition): Lowering {
  const { schemas, agreement } = composition;
  const extensions = new Set(
    agreement.capabilities.flatMap((each) => (each.extends.length === 0 ? [] : each.schema)),
  );
  return createLowering(schemas.set, {
    place: (location) => locateOrigin(location, composition),
    contestedMembers: schemas.contestedMembers,
    ...openEnumLookup(schemas),
    layersOf: schemas.layersOf,
    isExtension: (document) => extensions.has(schemas.source(document)?.document),
    isChanged: (document) => schemas.source(document)?.inherited !== undefined,
  });
}
