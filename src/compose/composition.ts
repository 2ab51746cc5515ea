/** The data that composing hands on. */

import type { Agreement } from "@proto-gen/runtime/negotiation";
import type { Diagnostic } from "../errors.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";
import type { Sources } from "../load/sources.js";
import type { CapabilityDependencies } from "./capability-dependencies.js";
import type { ShapeDefinition, ShapeInView } from "./compose-context.js";
import type { AddedValues } from "./open-enums/anchored-values.js";
import type { View } from "./view.js";
import type { LayerReferences, ViewedSchemas } from "./viewed-schemas.js";
import type { Contribution, ContestedMember } from "./visibility/visibility-rules.js";

/** One composed schema: a shape of a root, seen by a view, with a set of extensions. */
export interface ComposedView {
  readonly view: View;
  /** URI of the composed document in `Composition.schemas`; the base's own where nothing is added. */
  readonly uri: string;
  /** Extensions composed here, parents first. */
  readonly extensions: readonly string[];
  /** The two schemas that a layered composition refers to; undefined for a composition that is merged. */
  readonly layers?: LayerReferences;
}

/** A shape of a root, in every view it has. */
export interface ComposedShape {
  readonly root: string;
  /** Name of the `$defs` entry in a container; empty for a root with a body. */
  readonly key: string;
  readonly base: SchemaAddress;
  readonly views: readonly View[];
  readonly contributions: readonly Contribution[];
  /** The capabilities that contribute, in the order of the extension graph. */
  readonly contributors: readonly string[];
  /** With every active extension. */
  readonly fullViews: readonly ComposedView[];
  /** With one extension and all that it extends; empty for a capability that contributes nothing. */
  withExtension(capability: string): readonly ComposedView[];
}

/** A schema that a service names, composed for the active set. */
export interface ServiceSchema {
  /** Reference to it in `Composition.schemas`. */
  readonly uri: string;
  /** The schema as its author wrote it. */
  readonly address: SchemaAddress;
  /** The shape of a root that it is, or that it includes in place. */
  readonly shape: ComposedShape | undefined;
  /** Set where it only includes the root: the shape that it has with the root in it. */
  readonly including?: ShapeInView;
}

/** One schema of a shape that is divided: the base, or what an extension adds. */
export interface ShapePart {
  /** Undefined for the base. */
  readonly capability: string | undefined;
  /** The capability that contributes the same itself: where it is active, the part demands nothing. */
  readonly unless?: string;
  /** The active extensions decide on some of its members, or on values that it allows. */
  readonly dependsOnExtensions: boolean;
  readonly uri: string;
}

export interface ShapeParts {
  readonly base: ShapePart;
  /** In the order of the extension graph. */
  readonly contributions: readonly ShapePart[];
  /** Members that some part leaves to the active extensions, by name. */
  readonly contested: ReadonlyMap<string, ContestedMember>;
}

export interface Composition {
  readonly sources: Sources;
  readonly agreement: Agreement;
  readonly dependencies: CapabilityDependencies;
  readonly schemas: ViewedSchemas;
  readonly shapes: readonly ComposedShape[];
  /** The roles (§2.1.2) to which extensions add, each as a shape with one view. */
  readonly roles: readonly ComposedShape[];
  /** The values that capabilities add to enums that a release leaves open. */
  readonly addedValues: readonly AddedValues[];
  readonly notices: readonly Diagnostic[];
  /** Composes any set of extensions, for tests and for one platform's subset. Returns a reference. */
  composeSubset(shape: ComposedShape, view: View, extensions: readonly string[]): string;
  /** Composes a schema that a service names: with every active extension, where it is a root or includes one. */
  composeServiceSchema(address: SchemaAddress, view: View): ServiceSchema;
  /** Divides a shape into parts, for platforms that have only some of its extensions. */
  divideShape(shape: ShapeDefinition, view: View): ShapeParts;
}
