/** Finds the types that a module exports although they are declared in another one or under another name. */

import type { ComposedShape } from "../compose/compose.js";
import type { View } from "../compose/view.js";
import type { Identifier } from "../text/identifier.js";
import { pascalCase, qualifiedName } from "../text/words.js";
import { assignNames } from "./assign-names.js";
import type { NamedType, Reexport } from "./model.js";
import { CALL_MODULES, capabilityModule } from "./module-path.js";
import type { NamingContext } from "./naming-context.js";
import type { Definition } from "./node.js";
import type { ServiceModel, Webhook } from "./services/operation.js";

/** A name of a type besides its canonical one, or in another module. */
export interface Alias {
  readonly module: string;
  readonly candidates: readonly Identifier[];
  readonly type: NamedType;
  /** True for a name that gives way to every other alias that wants it. */
  readonly isWeak?: boolean;
  /** What has this name alone, where an equal definition is the type. */
  readonly definition?: Definition;
}

export function collectAliases(context: NamingContext): Alias[] {
  const { shapes, roles } = context.composition;
  return [
    ...equalTypeAliases(context),
    ...[...shapes, ...roles].flatMap((shape) =>
      shape.views.flatMap((view, index) => shapeAliases(shape, { view, index }, context)),
    ),
  ];
}

/** The name that a definition would have, where an equal one is the type. */
function equalTypeAliases({ definitions, catalog, typeOf }: NamingContext): Alias[] {
  return definitions.flatMap((definition) => {
    const entry = catalog.entry(definition);
    const type = typeOf(definition);
    if (entry.internal || type.definition === definition) return [];
    // A view that equals the plain type shares its name.
    const isPlain = entry.suffix !== "" && catalog.entry(type.definition).suffix === "";
    if (isPlain && !entry.namesAllViews) return [];
    return [{ module: entry.module, candidates: entry.candidates, type, definition }];
  });
}

/** A root's own name: in `index`, in its module, and in those of the extensions that add to it. */
function shapeAliases(
  shape: ComposedShape,
  { view, index }: { readonly view: View; readonly index: number },
  { composition, lowering, catalog, typeOf }: NamingContext,
): Alias[] {
  const base = lowering.definition(composition.schemas.reference(shape.base, view));
  const alias = (module: string, definition: Definition): Alias => ({
    module,
    candidates: catalog.entry(catalog.entry(definition).namesAllViews ? definition : base)
      .candidates,
    type: typeOf(definition),
  });
  const full = composition.roles.includes(shape) ? undefined : shape.fullViews[index];
  return [
    ...(full === undefined ? [] : [alias("index", lowering.definition(full.uri))]),
    alias(capabilityModule(shape.root), base),
    ...shape.contributors.flatMap((capability) => {
      const composed = shape.withExtension(capability)[index];
      return composed === undefined
        ? []
        : [alias(capabilityModule(capability), lowering.definition(composed.uri))];
    }),
  ];
}

/** The payloads of operations and webhooks: `index` exports them all. */
export function collectPayloadAliases(
  { operations, webhooks }: ServiceModel,
  { typeOf }: NamingContext,
): Alias[] {
  const payloads = [
    ...operations.flatMap(({ request, response, outcome }) => [request, response, outcome]),
    ...[...operations, ...webhooks].flatMap(({ rest }) => [
      rest?.body?.schema,
      ...(rest?.responses ?? []).flatMap(({ alternatives }) => alternatives),
    ]),
  ];
  const aliases = [...new Set(payloads)].flatMap((definition) => {
    const type = definition && typeOf(definition);
    // A tool's own types stay with the tools.
    if (type === undefined || CALL_MODULES.has(type.module)) return [];
    const candidates = [type.name, qualifiedName(type.module, type.name)];
    return [{ module: "index", candidates, type }];
  });
  return [...aliases, ...webhooks.flatMap((each) => webhookAliases(each, typeOf))];
}

/** A webhook's body has the webhook's name, too: releases give its schema other names, or none but the resource's. */
function webhookAliases({ name, rest }: Webhook, typeOf: NamingContext["typeOf"]): Alias[] {
  const { schema } = rest.body ?? {};
  if (schema === undefined) return [];
  const type = typeOf(schema);
  const plain = pascalCase(name);
  const qualified = qualifiedName(type.module, plain);
  // Two webhooks may have one name in this case, and bodies of one module.
  const candidates = [plain, qualified, qualifiedName(qualified, type.name)];
  return [{ module: "index", candidates, type, isWeak: true }];
}

export interface NamedAliases {
  readonly reexports: readonly Reexport[];
  /** By definition, its name in the module of its type where that type has another one. */
  readonly ownNames: ReadonlyMap<Definition, Identifier>;
}

/** Names aliases beside the module's own types, which keep theirs. */
export function nameAliases(
  path: string,
  declared: readonly NamedType[],
  aliases: readonly Alias[],
): NamedAliases {
  const distinct = distinctAliases(aliases);
  const others = distinct.filter(
    ({ type, candidates }) => !(type.module === path && candidates.includes(type.name)),
  );
  const fixed = declared.map((type) => ({
    type,
    candidates: [type.name],
    precedence: 9,
    source: path,
  }));
  const requests = others.map((alias) => ({
    type: alias,
    candidates: alias.candidates,
    precedence: strengthOf(alias),
    source: alias.type.module,
  }));
  const names = assignNames<NamedType | Alias>(path, [...fixed, ...requests]);
  const nameByKey = new Map(others.map((alias) => [keyOf(alias), names.get(alias)!]));
  const ownNames = aliases.flatMap((alias): [Definition, Identifier][] => {
    const { definition, type } = alias;
    const name = definition && type.module === path ? nameByKey.get(keyOf(alias)) : undefined;
    return definition === undefined || name === undefined ? [] : [[definition, name]];
  });
  return {
    reexports: others.map((alias) => ({ name: names.get(alias)!, type: alias.type })),
    ownNames: new Map(ownNames),
  };
}

/** Strong ones first: a type that other modules name has the name of the first. */
function distinctAliases(aliases: readonly Alias[]): readonly Alias[] {
  const strong = new Map(
    aliases.filter((each) => strengthOf(each) > 1).map((each) => [keyOf(each), each]),
  );
  const weak = aliases.filter((each) => strengthOf(each) === 1 && !strong.has(keyOf(each)));
  return [...strong.values(), ...new Map(weak.map((each) => [keyOf(each), each])).values()];
}

function keyOf({ candidates, type }: Alias): string {
  return `${candidates[0]} ${type.module} ${type.name}`;
}

function strengthOf({ isWeak = false }: Alias): number {
  return isWeak ? 1 : 2;
}
