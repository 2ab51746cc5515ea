import type { Composition } from "../../compose/compose.js";
import { viewText, type View } from "../../compose/view.js";
import type { Identifier } from "../../text/identifier.js";
import { shortHash } from "../../text/path-segment.js";
import type { DocumentModules } from "./document-modules.js";
import { capabilityModule } from "../module-path.js";

/** The facts about one definition that decide its module, its name, and which definitions are one type with it. */
export interface CatalogEntry {
  /** Source document and pointer that the name comes from. */
  readonly document: string;
  readonly pointer: string;
  /** Only definitions of one group - the views or the compositions of one schema - may be one type. */
  readonly viewGroup: string;
  readonly module: string;
  readonly suffix: string;
  /** The view that the suffix names; undefined where there is no suffix. */
  readonly view: View | undefined;
  /** Names to try, the plain one first. */
  readonly candidates: readonly Identifier[];
  /** The definition with the lowest rank represents a type that several definitions share. */
  readonly rank: number;
  /** Decides among equal ranks. */
  readonly order: string;
  /** The type with the highest precedence keeps a name that several want. */
  readonly precedence: number;
  /** A root's shape: all its views have a name, even where they are equal. */
  readonly namesAllViews: boolean;
  /** Not part of anyone's vocabulary: a contribution, or a schema without a name of its own. */
  readonly internal: boolean;
  /** The capability whose schema contributes it; undefined for shared types. */
  readonly capability: string | undefined;
  readonly see: string | undefined;
}

/** The facts about a whole composition from which the entries of single definitions are made. */
export interface CatalogContext {
  readonly composition: Composition;
  readonly documents: DocumentModules;
  /** The URL of each capability's specification. */
  readonly specs: ReadonlyMap<string, string | undefined>;
  /** The schemas that extensions contribute to roots: each leaves its plain name to the composition. */
  readonly contributed: ReadonlySet<string>;
  /** The names to try for a schema with the suffix of a view; computed once for all views of a schema. */
  candidateNames(document: string, pointer: string, suffix: string): Identifier[];
  /** The capability that owns a source, viewed, composed or contributed document. */
  ownerOf(document: string): string | undefined;
}

/** The plain view of a schema comes first. */
const VIEW_ORDER = ["response", "request.create", "request.update", "request.complete"];

/** Decides which view of a schema comes first: the plain one, then in the order of a purchase. */
export function viewRank(view: View): number {
  const rank = VIEW_ORDER.indexOf(viewText(view));
  return rank < 0 ? VIEW_ORDER.length : rank;
}

/** Distinguishes equal names by the definition's address: the same on every machine and in every run. */
export function addressHash(key: string): string {
  return `X${shortHash(key)}`;
}

/** The module of a capability; without one, that of the negotiated types. */
export function ownerModule(capability: string | undefined): string {
  return capability === undefined ? "index" : capabilityModule(capability);
}
