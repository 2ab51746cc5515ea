/**
 * Builds the model from a composition: every definition that the active set reaches becomes one named type in one
 * module, and views of a schema that say the same share it.
 *
 * How an extension's member reaches a type, say `fulfillment` the type `Checkout`:
 *
 * 1. `compose` has written a document whose `allOf` refers to the checkout and to the extension's entry for it.
 * 2. `entry-definitions.ts` asks `lower.ts` for the definition at that document's URI.
 * 3. `lower.ts` merges what `allOf` and `$ref` lead to; `lower-members.ts` lowers each member from all schemas that declare
 *    it. The type of the negotiated set is merged like this. In the extension's own module, `composition-layers.ts`
 *    keeps the base and the addition as two definitions, and `Layers.members` has the members that the extension adds.
 * 4. `catalog.ts` gives the definition its module, the extension's or `index`, and the names that it may have.
 * 5. `named-types.ts` names it; `attribution.ts` records that the member is the extension's.
 * 6. Emitters print `members` as an interface that extends the base (ADR 57), or all properties of the merged node.
 */

import type { ReleaseValues } from "@proto-gen/runtime/codegen/v1";
import { BUDGETS, budgetDiagnostic } from "../budgets.js";
import type { ComposedShape, Composition } from "../compose/compose.js";
import type { ShapeInView } from "../compose/compose-context.js";
import type { ShapePart } from "../compose/composition.js";
import { ProtoGenError } from "../errors.js";
import { chooseCanonical } from "./canonical-definitions.js";
import { createCatalog } from "./catalog/catalog.js";
import { collectEntryDefinitions, collectPlainCounterparts } from "./entry-definitions.js";
import { collectReachable } from "./graph.js";
import { groupBy } from "../group-by.js";
import type { Lowering } from "./lower.js";
import { lowerComposition } from "./lower-composition.js";
import type { Model, NamedType, SubsetChecks, SubsetPart, SubsetView, ViewGroup } from "./model.js";
import { assembleModules } from "./modules.js";
import { nameTypes } from "./named-types.js";
import type { NamingContext } from "./naming-context.js";
import type { Definition } from "./node.js";
import { findReleaseValues, type ReleaseSubject } from "./release-values.js";
import { findResponseConfigs } from "./response-configs.js";
import { findProfileTypes } from "./profile-types.js";
import { buildServices, type IncludingPayload } from "./services/build-services.js";
import { collectViewGroups } from "./view-groups.js";
import { line, type Line } from "../text/line.js";

export interface BuildOptions {
  /** Is called with the name of each stage as it starts. */
  readonly onStage?: ((stage: Line) => void) | undefined;
  readonly payment?: ReleaseSubject["payment"];
}

export function buildModel(
  composition: Composition,
  { onStage = () => {}, payment }: BuildOptions = {},
): Model {
  const lowering = lowerComposition(composition);
  onStage(line`parts`);
  const parts = composition.shapes.map((shape) => lowerParts(composition, lowering, shape));
  onStage(line`services`);
  checkSize(composition);
  const built = buildServices(composition, lowering);
  const { services, entryDefinitions, includingPayloads: including } = built;
  onStage(line`model`);
  const catalog = createCatalog(composition, lowering, built);
  const definitions = collectReachable([
    ...collectEntryDefinitions({ composition, including }, lowering),
    ...entryDefinitions,
  ]);
  const plain = collectPlainCounterparts(composition, lowering, definitions);
  const canonical = chooseCanonical([...new Set([...definitions, ...plain])], catalog);
  const classes = groupBy(definitions, (definition) => canonical.get(definition) as Definition);
  const types = nameTypes(composition, catalog, classes);
  const typeOf = (definition: Definition): NamedType =>
    types.get(canonical.get(definition) as Definition) as NamedType;
  const naming = { composition, lowering, catalog, definitions, typeOf };
  const extensions = new Set(
    composition.agreement.capabilities
      .filter((each) => each.extends.length > 0)
      .map(({ name }) => name),
  );
  let viewGroups: readonly ViewGroup[] | undefined;
  let releaseValues: ReleaseValues | undefined;
  return Object.freeze({
    profile: composition.sources.profile,
    agreement: composition.agreement,
    parents: composition.dependencies.parents,
    ...assembleModules([...types.values()], services, naming),
    subsetChecks: [
      ...composition.shapes.map((shape, index) =>
        buildSubsetChecks(shape, parts[index] as readonly ViewParts[], (uri) =>
          typeOf(lowering.definition(uri)),
        ),
      ),
      ...including.map((payload) => buildPayloadChecks(payload, { composition, lowering, typeOf })),
    ],
    // Computed on demand: only commands that look at types ask for them.
    get viewGroups() {
      return (viewGroups ??= collectViewGroups(naming));
    },
    services,
    // Computed on demand: only what runs needs it.
    get releaseValues() {
      return (releaseValues ??= findReleaseValues(
        {
          version: composition.agreement.version,
          name: composition.sources.profile.vocabulary.name,
          facts: composition.sources.profile.facts,
          payment,
          responseConfigs: findResponseConfigs(composition, lowering),
          isOfExtension: (document) => extensions.has(catalog.ownerOf(document) ?? ""),
        },
        services,
      ));
    },
    profileTypes: findProfileTypes(composition, lowering, (definition) =>
      types.get(canonical.get(definition) as Definition),
    ),
    typeOf,
    hasType: (definition: Definition) => types.has(canonical.get(definition) ?? definition),
    ownerOf: catalog.ownerOf,
  });
}

type ViewParts = Omit<SubsetView, "type">;

function lowerParts(
  composition: Composition,
  lowering: Lowering,
  shape: ComposedShape,
): readonly ViewParts[] {
  return shape.views.map((view) => lowerView(composition, lowering, { shape, view }));
}

function lowerView(
  composition: Composition,
  lowering: Lowering,
  { shape, view }: ShapeInView,
): ViewParts {
  const lower = ({ capability, unless, uri }: ShapePart): SubsetPart => ({
    capability,
    definition: lowering.definition(uri),
    ...(unless === undefined ? {} : { unless }),
  });
  const { base, contributions, contested } = composition.divideShape(shape, view);
  return { view, base: lower(base), contributions: contributions.map(lower), contested };
}

/** The checks of a payload that includes a root, by the view of its operation. */
function buildPayloadChecks(
  { key, shapeInView, view, definition }: IncludingPayload,
  { composition, lowering, typeOf }: Pick<NamingContext, "composition" | "lowering" | "typeOf">,
): SubsetChecks {
  const parts = lowerView(composition, lowering, shapeInView);
  const { root } = shapeInView.shape;
  return { root, key, views: [{ ...parts, view, type: typeOf(definition) }] };
}

function buildSubsetChecks(
  { root, key, fullViews }: ComposedShape,
  parts: readonly ViewParts[],
  typeAt: (uri: string) => NamedType,
): SubsetChecks {
  const views = parts.map((each, index) => ({
    ...each,
    type: typeAt(fullViews[index]?.uri ?? ""),
  }));
  return { root, key, views };
}

/** Refuses compositions that are too large before any is lowered: each extension is composed with what it extends. */
function checkSize({ shapes }: Composition): void {
  let branches = 0;
  for (const { root, contributors, withExtension } of shapes) {
    for (const capability of contributors) {
      for (const { layers, extensions } of withExtension(capability))
        branches += layers === undefined ? 1 + extensions.length : 2;
      if (branches > BUDGETS.nodes.limit)
        throw new ProtoGenError([budgetDiagnostic("nodes", `${root} with its extensions`)]);
    }
  }
}
