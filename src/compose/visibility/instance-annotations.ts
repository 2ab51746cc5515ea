/**
 * Collects what all schemas of one instance say of its members. An annotation in one branch reaches a member that another
 * branch declares: over the branches of one `allOf`, a property without an annotation takes the last one that is given
 * for it (DESIGN §6). Results are cached by `Sources`, for each schema and view.
 */

import { addressKey, type SchemaAddress } from "../../json-schema/schema-address.js";
import type { Annotation } from "../../json-schema/visibility.js";
import type { Sources } from "../../load/sources.js";
import { viewText, type View } from "../view.js";
import {
  collectInPlaceSchemas,
  type AppliedSchema,
  type InPlaceQuery,
  type InPlaceSchemas,
} from "./in-place-schemas.js";

/** A schema as a view sees it. */
export interface SchemaInView {
  readonly address: SchemaAddress;
  readonly view: View;
}

/** A schema as a view sees it, with all that is said of the instance there. */
export interface AnnotatedSchema extends SchemaInView {
  readonly annotations: InstanceAnnotations;
}

/** The annotations and requirements of a schema and of those that it applies in place. */
export interface InstanceAnnotations {
  /** True where some member has an annotation. */
  readonly isAnnotated: boolean;
  /** The last annotation of each member that has one. */
  readonly byMember: ReadonlyMap<string, Annotation>;
  /** Members that some branch declares without an annotation. */
  readonly unannotated: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  /** Members that some rule of the instance requires, always or under a condition. */
  readonly possiblyRequired: ReadonlySet<string>;
  /** Keys of the addresses of all schemas that were read. */
  readonly schemaKeys: ReadonlySet<string>;
  /** Keys of the addresses that were left out although some schema refers to them. */
  readonly checkedElsewhere: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

const caches = new WeakMap<Sources, Map<string, InstanceAnnotations>>();

interface PartialAnnotations {
  readonly schema: SchemaInView;
  readonly annotations: InstanceAnnotations;
}

/**
 * The annotations that a schema adds, by the set of schemas that are checked elsewhere and therefore left out. A caller that passes
 * the same set again gets the same annotations.
 */
const additions = new WeakMap<ReadonlySet<string>, PartialAnnotations>();

/** @param checkedElsewhere keys of addresses that are left out: the result is what the schema adds to them */
export function collectAnnotations(
  sources: Sources,
  schema: SchemaInView,
  checkedElsewhere?: ReadonlySet<string>,
): InstanceAnnotations {
  if (checkedElsewhere !== undefined && checkedElsewhere.size > 0)
    return collectAddition(sources, schema, checkedElsewhere);
  const cache = caches.get(sources) ?? new Map<string, InstanceAnnotations>();
  caches.set(sources, cache);
  const key = `${viewText(schema.view)} ${addressKey(schema.address)}`;
  const annotations = cache.get(key) ?? gatherAnnotations(sources, schema);
  cache.set(key, annotations);
  return annotations;
}

function collectAddition(
  sources: Sources,
  schema: SchemaInView,
  checkedElsewhere: ReadonlySet<string>,
): InstanceAnnotations {
  const known = additions.get(checkedElsewhere);
  if (known !== undefined && isSameSchema(known.schema, schema)) return known.annotations;
  const annotations = gatherAnnotations(sources, schema, checkedElsewhere);
  additions.set(annotations.checkedElsewhere, { schema, annotations });
  return annotations;
}

function isSameSchema(left: SchemaInView, right: SchemaInView): boolean {
  return (
    left.address.document === right.address.document &&
    left.address.pointer === right.address.pointer &&
    viewText(left.view) === viewText(right.view)
  );
}

function gatherAnnotations(
  sources: Sources,
  { address, view }: SchemaInView,
  checkedElsewhere = NONE,
): InstanceAnnotations {
  const collect = (extent: InPlaceQuery["extent"]): InPlaceSchemas =>
    collectInPlaceSchemas(sources, { branches: [address], view, extent, checkedElsewhere });
  const certain = collect("certain");
  const possible = certain.applied.some(({ hasConditions }) => hasConditions)
    ? collect("possible")
    : certain;
  return new CollectedAnnotations(certain, possible);
}

/** Each set is made when it is first asked for: an extension of a long chain has the members of all the others. */
class CollectedAnnotations implements InstanceAnnotations {
  readonly checkedElsewhere: ReadonlySet<string>;
  readonly isAnnotated: boolean;
  readonly #certain: readonly AppliedSchema[];
  readonly #possible: readonly AppliedSchema[];
  #byMember: InstanceAnnotations["byMember"] | undefined;
  #unannotated: ReadonlySet<string> | undefined;
  #required: ReadonlySet<string> | undefined;
  #possiblyRequired: ReadonlySet<string> | undefined;
  #schemaKeys: ReadonlySet<string> | undefined;

  constructor({ applied, checkedElsewhere }: InPlaceSchemas, possible: InPlaceSchemas) {
    this.checkedElsewhere = checkedElsewhere;
    this.isAnnotated = applied.some(({ annotated }) => annotated.length > 0);
    this.#certain = applied;
    this.#possible = possible.applied;
  }

  get byMember(): InstanceAnnotations["byMember"] {
    return (this.#byMember ??= new Map(this.#certain.flatMap(({ annotated }) => annotated)));
  }

  get unannotated(): ReadonlySet<string> {
    return (this.#unannotated ??= new Set(this.#certain.flatMap((each) => each.unannotated)));
  }

  get required(): ReadonlySet<string> {
    return (this.#required ??= new Set(this.#certain.flatMap((each) => each.required)));
  }

  get possiblyRequired(): ReadonlySet<string> {
    return (this.#possiblyRequired ??= new Set(
      this.#possible.flatMap((each) => each.possiblyRequired),
    ));
  }

  get schemaKeys(): ReadonlySet<string> {
    return (this.#schemaKeys ??= new Set(
      this.#certain.map(({ location }) => addressKey(location)),
    ));
  }
}
