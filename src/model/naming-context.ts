import type { Composition } from "../compose/compose.js";
import type { Catalog } from "./catalog/catalog.js";
import type { Lowering } from "./lower.js";
import type { NamedType } from "./model.js";
import type { Definition } from "./node.js";

/** The named types of a composition, and everything that modules and view groups ask about them. */
export interface NamingContext {
  readonly composition: Composition;
  readonly lowering: Lowering;
  readonly catalog: Catalog;
  /** Every definition that the active set reaches. */
  readonly definitions: readonly Definition[];
  /** The named type of a definition; equal definitions share one. */
  typeOf(definition: Definition): NamedType;
}
