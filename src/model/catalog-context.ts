import type { Composition } from "../compose/compose.js";
import type { DocumentModules } from "./document-modules.js";

/** The facts about a whole composition from which the entries of single definitions are made. */
export interface CatalogContext {
  readonly composition: Composition;
  readonly documents: DocumentModules;
  /** The URL of each capability's specification. */
  readonly specs: ReadonlyMap<string, string | undefined>;
  /** The schemas that extensions contribute to roots: each leaves its plain name to the composition. */
  readonly contributed: ReadonlySet<string>;
  /** The capability that owns a source, viewed, composed or contributed document. */
  ownerOf(document: string): string | undefined;
}
