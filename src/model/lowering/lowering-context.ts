/**
 * Schemas, their members and their definitions are lowered in one recursion. Its files call each other through
 * this interface, so that none imports the other.
 */

import type { Definition, Node } from "../node.js";
import type { SchemaNavigator } from "./schema-navigator.js";
import type { ScopedSchema } from "./scoped-schema.js";

export interface LoweringContext {
  readonly navigator: SchemaNavigator;
  /** The definition of a schema, its aliases resolved. */
  define(schema: ScopedSchema): Definition;
  /** The node of one instance that all these schemas describe. */
  lower(schemas: readonly ScopedSchema[]): Node;
}
