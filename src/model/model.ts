/** The model's data: modules of named types, and the facts about them that emitters print. */

import type { Agreement } from "@proto-gen/runtime/negotiation";
import type { ReleaseValues } from "@proto-gen/runtime/codegen/v1";
import type { Attribution } from "@proto-gen/runtime/codegen/generator";
import type { Profile } from "../load/profile.js";
import type { CapabilityDependencies } from "../compose/capability-dependencies.js";
import type { View } from "../compose/view.js";
import type { ContestedMember } from "../compose/visibility/visibility-rules.js";
import type { Definition } from "./node.js";
import type { ProfileTypes } from "./profile-types.js";
import type { ServiceModel } from "./services/operation.js";
import type { Identifier } from "../text/identifier.js";

/** A definition with a name in a module: one interface, one validator. */
export interface NamedType {
  readonly name: Identifier;
  /** Path of its module below the output directory, without extension. */
  readonly module: string;
  readonly definition: Definition;
  /** The capability whose type it is; undefined for a shared one. */
  readonly capability: string | undefined;
  /** The capability of each member that the type's own check reads; undefined for a shared type. */
  readonly attribution: Attribution | undefined;
  /** The capability of each member, those of the type that it extends included. */
  readonly attributeAll: () => Attribution | undefined;
  /** The views that its name stands for; none for a plain name. */
  readonly views: readonly View[];
  /** URL of the human-readable specification. */
  readonly see: string | undefined;
  readonly deprecated: boolean;
  /** True where only its check is printed, for `surface.ts`: no type and no validator. */
  readonly internal: boolean;
}

/** A type under another name or in another module. */
export interface Reexport {
  readonly name: Identifier;
  readonly type: NamedType;
}

/** The names of types in a module. */
export type Vocabulary = ReadonlyMap<NamedType, Identifier>;

export interface ModelModule {
  readonly path: string;
  /** One line that describes the module's contents. */
  readonly summary: string;
  readonly types: readonly NamedType[];
  readonly reexports: readonly Reexport[];
}

/** A part of a shape. */
export interface SubsetPart {
  /** Undefined for the base. */
  readonly capability: string | undefined;
  /** A capability that contributes the same: where it is active, the part is skipped. */
  readonly unless?: string;
  readonly definition: Definition;
}

/** The parts of a root's shape in one view: the base and what each extension adds. */
export interface SubsetView {
  readonly view: View;
  /** With everything active. */
  readonly type: NamedType;
  readonly base: SubsetPart;
  readonly contributions: readonly SubsetPart[];
  /** Members that the parts leave to the active extensions, by name, with those that decide. */
  readonly contested: ReadonlyMap<string, ContestedMember>;
}

export interface SubsetChecks {
  readonly root: string;
  readonly key: string;
  readonly views: readonly SubsetView[];
}

/** One view of a schema, and its type. */
export interface TypeView {
  readonly view: View;
  /** The view of all requests: the schema has no other. */
  readonly shared: boolean;
  /** Views that say the same have one type. */
  readonly type: NamedType;
  /** The capabilities composed in it, the root first; none for a shared type. */
  readonly capabilities: readonly string[];
}

/** A schema in every view that is reached. */
export interface ViewGroup {
  /** The module whose schema or composition it is. */
  readonly module: string;
  readonly views: readonly TypeView[];
}

/** The key of a shape in the generated surface: its root's name, in a container with the shape's. */
export function shapeKey({ root, key }: SubsetChecks): string {
  return key === "" ? root : `${root}/${key}`;
}

/** True for a profile with operations to serve: a platform calls those that its profile or its release names. */
export function hasServer({ profile, services }: Pick<Model, "profile" | "services">): boolean {
  return profile.role === "business" && services.some(({ operations }) => operations.length > 0);
}

export interface Model {
  readonly profile: Profile;
  readonly agreement: Agreement;
  /** The capabilities that come before each one where extensions are ordered. */
  readonly parents: CapabilityDependencies["parents"];
  readonly modules: readonly ModelModule[];
  /** The name in `index.ts` of every type that it reaches; it exports the ones that it uses itself. */
  readonly vocabulary: Vocabulary;
  readonly subsetChecks: readonly SubsetChecks[];
  readonly viewGroups: readonly ViewGroup[];
  /** Services of the profile by name, with their operations. */
  readonly services: readonly ServiceModel[];
  /** The values in which the release differs from others. */
  readonly releaseValues: ReleaseValues;
  /** The types of a business's profile and of its entries. */
  readonly profileTypes: ProfileTypes;
  /** The name that a module would give every type that it reaches. */
  vocabularyOf(path: string): Vocabulary;
  /** The named type of a definition. */
  typeOf(definition: Definition): NamedType;
  /**
   * The name under which the module of its type exports a definition. Where views are equal and share a type, it is that of
   * the definition's own view.
   */
  nameOf(definition: Definition): Identifier;
  /** False for a schema that stands inline in a service document: it has no named type. */
  hasType(definition: Definition): boolean;
  /** The capability whose schema a document of the composition is; undefined for shared types. */
  ownerOf(document: string): string | undefined;
}
