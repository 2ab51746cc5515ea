/** The data that a viewed document has beside its text: its source, and the members and enum values that its view leaves to the active extensions. */

import type { SchemaAddress } from "../json-schema/schema-address.js";
import type { OwnedValue } from "./open-enums/anchored-values.js";
import type { View } from "./view.js";
import type { InheritedVisibility } from "./visibility/inherited-visibility.js";

/** The source of a viewed document. */
export interface ViewedSource {
  readonly document: string;
  readonly view: View;
  /** The document has one request view for all operations. */
  readonly shared: boolean;
  /** The document stands in a composition, which changes the visibility of members of the schema at a pointer. */
  readonly inherited?:
    { readonly pointer: string; readonly visibility: InheritedVisibility } | undefined;
  /** The capability whose part of a shape it is, or from whose part it was reached; undefined for a whole shape. */
  readonly part?: PartOwner | undefined;
}

/** The capability that a part of a shape belongs to. */
export interface PartOwner {
  /** Undefined for the base. */
  readonly capability: string | undefined;
  /** The capability whose schema it is, where the owner contributes it. */
  readonly unless?: string;
  readonly shape: string;
}

/** The members of a schema object whose visibility depends on the active extensions. */
export interface ContestedMembers {
  /** Members declared here whose visibility other schemas decide. */
  readonly declared: ReadonlySet<string>;
  /** Members that leave every `required` here where they are omitted. */
  readonly omittable: ReadonlySet<string>;
}

/** An enum that a release leaves open, in a viewed or composed document. */
export interface OpenEnum {
  /** Values that are not the release's; none where no capability adds any. */
  readonly owned: readonly OwnedValue[];
  /** The document is a part of a shape: the active capabilities decide which of the owned values are allowed. */
  readonly isPart: boolean;
}

/**
 * Resolves what a service document means by a schema that a member of its own schemas refers to: undefined for the schema
 * itself, else a reference to its composition.
 */
export type ServiceReferenceResolver = (target: SchemaAddress, view: View) => string | undefined;
