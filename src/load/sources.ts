/** The result of loading: a profile, and every document that it reaches. Frozen; nothing later reads the disk. */

import type { Diagnostic } from "../errors.js";
import type { SchemaSet } from "../json-schema/schema-set.js";
import type { LocatedSchema } from "./check-document.js";
import type { Document } from "./document.js";
import type { Profile } from "./profile.js";
import type { FetchedDocument } from "./remote.js";
import type { SourceService } from "./services/service-document.js";

export interface Sources {
  readonly profile: Profile;
  readonly platform: Profile | undefined;
  /** Names of entries that profiles declare and that are left out: what extends one of them is an orphan. */
  readonly leftOut?: ReadonlySet<string>;
  /** Schema documents by retrieval URI. */
  readonly documents: ReadonlyMap<string, Document>;
  readonly schemas: SchemaSet;
  /** Pointers of schemas that only a reference makes one, by document: they stand under unknown keywords. */
  readonly extraSchemas: ReadonlyMap<string, ReadonlySet<string>>;
  /** Every schema of a document, also those that only a reference makes one. */
  schemasIn(document: Document): readonly LocatedSchema[];
  /** The operations of the profile's services; their documents are among `documents` too. */
  readonly services: readonly SourceService[];
  /** Every document that was read: what a run depends on. */
  readonly inputs: readonly Document[];
  /** The document that describes a profile, by the convention that it stands at `discovery/profile.json` of its release. */
  readonly profileSchema: string | undefined;
  /** Documents that were fetched, for the lock file. */
  readonly fetched: readonly FetchedDocument[];
  /** URIs that were looked for and not found: a run is stale once one of them appears. */
  readonly absent: readonly string[];
  readonly notices: readonly Diagnostic[];
  /** Resolves a `$ref` in a document, by `$id`, else by the file's place. */
  resolve(base: string, document: string, reference: string): ReturnType<SchemaSet["resolve"]>;
}
