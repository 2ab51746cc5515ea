/** The facts about a composition that lowering needs and that JSON Schema does not express. Each lookup is optional. */

import type { LayerReferences } from "../../compose/viewed-schemas.js";
import type { OpenEnum, ContestedMembers } from "../../compose/viewed-source.js";
import type { SourceLocation } from "../../errors.js";
import type { ResolvedSchema } from "../../json-schema/schema-set.js";

export interface CompositionLookup {
  /** The place of a schema in the author's file, for errors. */
  place?(location: ResolvedSchema): SourceLocation | undefined;
  /** The members at a pointer of a document whose visibility the active extensions decide. */
  contestedMembers?(document: string, pointer: string): ContestedMembers | undefined;
  /** The enum at a pointer of a document, where a release leaves it open. */
  openEnum?(document: string, pointer: string): OpenEnum | undefined;
  /** True where the meaning of a document's schemas can depend on the schema that refers to them. */
  dependsOnScope?(document: string): boolean;
  /** The capabilities that add values to open enums by a document. */
  valueOwners?(document: string): readonly string[];
  /** The two layers of a composed document whose layers are not merged. */
  layersOf?(document: string): LayerReferences | undefined;
  /** True for an extension's document: what it adds to a named type is a type of that name. */
  isExtension?(document: string): boolean;
  /** True where an extension's annotations have changed the document: it leaves its names to the unchanged one. */
  isChanged?(document: string): boolean;
}
