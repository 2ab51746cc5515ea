/** The values that the functions of this folder pass on: a document in one view, and a schema in that document. */

import type { Json } from "@proto-gen/runtime/json";
import type { Vocabulary } from "@proto-gen/runtime/codegen/generator";
import type { Annotation } from "../../json-schema/visibility.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { Sources } from "../../load/sources.js";
import type { View } from "../view.js";
import type { ViewChanges } from "../viewed-uri.js";
import type { ContestedMembers, ServiceReferenceResolver, ViewedSource } from "../viewed-source.js";
import {
  inheritWithinInstance,
  type InheritedVisibility,
} from "../visibility/inherited-visibility.js";
import {
  collectAnnotations,
  type InstanceAnnotations,
} from "../visibility/instance-annotations.js";

export interface ViewerOptions {
  readonly sources: Sources;
  readonly reference: (target: SchemaAddress, view: View, changes?: ViewChanges) => string;
  readonly resolveServiceReference: ServiceReferenceResolver;
  /** Is called with the members of a schema object whose visibility depends on the active extensions. */
  readonly noteContested: (uri: string, pointer: string, members: ContestedMembers) => void;
}

/** A document in one view. */
export interface DocumentContext extends ViewerOptions, Pick<ViewedSource, "view"> {
  readonly inherited: ViewedSource["inherited"];
  readonly part: ViewedSource["part"];
  readonly sourceUri: string;
  readonly vocabulary: Vocabulary;
  /** Annotation keywords: a viewed document has none of them. */
  readonly viewKeywords: ReadonlySet<string>;
  /** The URI of the viewed document. */
  readonly uri: string;
  /** The document belongs to a service. */
  readonly isService: boolean;
  /** Pointers of schemas under unknown keywords. */
  readonly extraSchemas: ReadonlySet<string>;
  /** Pointers of all values that have one of the extra schemas in them. */
  readonly extraAncestors: ReadonlySet<string>;
}

/** State that a schema takes over from the schema around it. */
export interface Surroundings {
  /** The URI that references are resolved against. */
  readonly base: string;
  readonly inherited: InheritedVisibility;
  /** The schema asks a question, as in `if` and `not`, and demands nothing: its `required` stays as it is. */
  readonly isQuestion: boolean;
  /** The schema describes a value of a member or an item. */
  readonly isInside: boolean;
}

/** A schema object of the document. */
export interface SchemaContext extends Surroundings {
  readonly document: DocumentContext;
  readonly pointer: string;
  /** For each member that the schema declares: its own annotation, else the inherited one. */
  readonly annotations: ReadonlyMap<string, Annotation>;
}

/** A schema's value, and where it stands in the document. */
export interface LocatedSchema<Value extends Json = Json> {
  readonly schema: Value;
  readonly pointer: string;
}

/** Collects what is said of the instance that the schema at a pointer of the document describes. */
export function collectAnnotationsAt(
  { sources, sourceUri, view }: DocumentContext,
  pointer: string,
): InstanceAnnotations {
  return collectAnnotations(sources, { address: { document: sourceUri, pointer }, view });
}

/** Returns what the schema at a pointer inherits where it is the top of an instance. */
export function resolveInherited(context: DocumentContext, pointer: string): InheritedVisibility {
  const { sources, sourceUri, view, inherited } = context;
  if (inherited?.pointer !== pointer)
    return inheritWithinInstance(collectAnnotationsAt(context, pointer));
  const { visibility } = inherited;
  const address = { document: sourceUri, pointer };
  const own = collectAnnotations(sources, { address, view }, visibility.checkedElsewhere);
  return { ...visibility, annotations: new Map([...own.byMember, ...visibility.annotations]) };
}
