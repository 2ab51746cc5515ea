/** The report of `proto-gen inspect --json`. Its types stand apart, because several modules build its parts. */

import type { DiagnosticReport, PlaceReport } from "../../report.js";

/** `proto-gen inspect --json`. */
export interface InspectReport {
  readonly ok: true;
  /** As the module exports it. */
  readonly name: string;
  /** Path below the output directory. */
  readonly module: string;
  /** The module that declares the type, if this one only re-exports it. */
  readonly declaredIn?: { readonly module: string; readonly name: string };
  readonly kind: TypeKind;
  /** In TypeScript; for an object its members say more. */
  readonly type?: string;
  readonly description?: string | undefined;
  readonly deprecated: boolean;
  /** True where an object may have other members. */
  readonly open?: boolean;
  readonly specification?: string | undefined;
  /** The capabilities whose schemas are composed in it, the root first. */
  readonly capabilities: readonly ContributorReport[];
  /** The schema's place; a composition has none. */
  readonly place?: PlaceReport | undefined;
  /** The actions of overlays that changed its schema, or that of a member. */
  readonly changedBy?: readonly PlaceReport[] | undefined;
  readonly members: readonly MemberReport[];
  readonly branches?: readonly BranchReport[];
  readonly values?: readonly unknown[];
  readonly views: readonly ViewReport[];
  readonly diagnostics: readonly DiagnosticReport[];
}

/** A map is an object without members of its own. */
export type TypeKind = "object" | "map" | "array" | "union" | "enum" | "alias" | "value";

export interface ContributorReport {
  readonly name: string;
  readonly version: string;
  readonly specification?: string | undefined;
}

/** A schema that declares a member. */
export interface DeclarationReport extends PlaceReport {
  /** Null for a shared schema, which belongs to no capability. */
  readonly capability: string | null;
  /** The actions of overlays that changed it. */
  readonly changedBy?: readonly PlaceReport[] | undefined;
}

export interface MemberReport {
  /** `buyer.consent`; `*` for the items of an array or the values of a map. */
  readonly path: string;
  readonly required: boolean;
  /** The schema that requires it, where that is another capability's than the one that introduced it. */
  readonly requiredBy?: DeclarationReport;
  readonly type: string;
  readonly deprecated: boolean;
  /** The schemas that declare it, first the one that introduced it. */
  readonly declared: readonly [DeclarationReport, ...DeclarationReport[]];
}

export interface BranchReport {
  readonly type: string;
  /** The member that tells the branches apart, and what it is in this one. */
  readonly tag?: { readonly name: string; readonly values: readonly unknown[] } | undefined;
}

export interface ViewReport {
  /** `response`, `request.create`; `request` for a view that all requests share. */
  readonly view: string;
  readonly type: string;
  readonly members: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly type: string;
  }[];
}
