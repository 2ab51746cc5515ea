/**
 * Collects every document that a profile or a release leads to, checks each once, and follows its references.
 * Mistakes are passed to a sink: a run of the generator throws the first, lint collects them.
 */

import { failure, type Diagnostic, type SourceLocation } from "../errors.js";
import { fragmentProblem } from "../json-schema/fragment.js";
import { isObject } from "../json-schema/keywords.js";
import { resolveUri, withoutFragment } from "../json-schema/uri.js";
import type { Found } from "./attempt.js";
import { createClaims } from "./claims.js";
import { createSchemaSet, type ResolvedSchema, type SchemaSet } from "../json-schema/schema-set.js";
import type { Json } from "@proto-gen/runtime/json";
import { throwDiagnostic, type DiagnosticSink } from "./diagnostic-sink.js";
import { locateSource, type Document } from "./document.js";
import {
  addDocument,
  addToSchemas,
  followSchema,
  readInto,
  reportForeignIds,
  type CrawlContext,
} from "./follow-references.js";
import { findLongChain } from "./check-chains.js";
import {
  MissingDocuments,
  missingDiagnostic,
  type MissingAccess,
  type MissingSink,
} from "./missing-documents.js";
import { isNotAtHand } from "./missing-cause.js";
import type { Profile } from "./profile.js";
import type { Reader } from "./reader.js";
import { createReferencePolicy } from "./reference-policy.js";
import { OFFLINE, type Remote } from "./remote.js";
import { scopeOf } from "./name-scope.js";
import { createSchemaBudget } from "./schema-budget.js";
import type { ReadServices } from "./services/read-services.js";
import { serviceDiagnostic } from "./services/service-object.js";
import type { Sources } from "./sources.js";

/** Remote access, and a reader that never fetches: for documents that may be there or not. */
export interface CrawlRemote extends Remote {
  readonly localReader: Reader;
}

export interface CrawlOptions {
  readonly reader: Reader;
  /** Gives the vocabulary and the reference policy, and the positions of errors about starting points. */
  readonly profile: Profile;
  /** By default, the first error is thrown. */
  readonly report?: DiagnosticSink;
  /** By default, nothing is fetched. */
  readonly remote?: CrawlRemote | undefined;
}

/** A schema that a profile names. */
export interface StartingPoint {
  readonly uri: string;
  /** The position of the name in the profile. */
  readonly pointer: string;
  /** The capability or payment handler that names it. */
  readonly owner: string;
  /** False for a schema that the run can do without: a warning says that it is missing. */
  readonly required: boolean;
}

/** The parts of `Sources` that a crawl does not find by itself. */
export interface CrawlResult {
  readonly profile: Profile;
  readonly platform?: Profile | undefined;
  readonly profileSchema?: string | undefined;
  readonly services?: ReadServices;
}

const NO_SERVICES: ReadServices = { services: [], documents: [] };

export class Crawl {
  readonly schemas: SchemaSet;
  readonly #context: CrawlContext;
  readonly #localReader: Reader;
  readonly #missing: MissingDocuments;
  /** Takes what no source contains; `toSources` refuses all of it at once. */
  readonly missing: MissingSink;

  constructor({ reader, profile, report, remote }: CrawlOptions) {
    this.schemas = createSchemaSet();
    const { version: release } = profile.registry;
    const access: MissingAccess = { reader, remote: remote ?? OFFLINE, release };
    this.#missing = new MissingDocuments(access);
    this.missing = (document, reference) => {
      if (report === undefined || reference.isOptional === true) this.#missing.add(reference);
      else report(document, () => missingDiagnostic(reference, access));
    };
    this.#localReader = remote?.localReader ?? reader;
    this.#context = {
      reader,
      profile,
      report: report ?? throwDiagnostic,
      missing: this.missing,
      remote: remote ?? OFFLINE,
      referencePolicy: createReferencePolicy(profile),
      budget: createSchemaBudget(),
      schemas: this.schemas,
      documents: new Map(),
      serviceDocuments: new Set(),
      visited: new Map(),
      extraSchemas: new Map(),
      checkedSchemas: new Map(),
      absent: new Set(),
      notices: [],
      noticeCounts: { warnings: 0, errors: 0 },
      claims: createClaims(),
      foundByPlace: new Set(),
    };
  }

  /** @throws ProtoGenError LOAD_SCHEMA_UNRESOLVED for a fragment that its document does not have */
  async addStartingPoint(start: StartingPoint): Promise<void> {
    const uri = withoutFragment(start.uri);
    if (!(await readInto(this.#context, uri))) {
      // Its next run would find what this one does not.
      const isOut = !isNotAtHand(this.#context.remote.cause(uri));
      this.#missStartingPoint(isOut ? { ...start, required: true } : start);
      return;
    }
    const location = this.schemas.at(start.uri);
    if (location !== undefined) return this.followSchema(location);
    throw failure(
      "LOAD_SCHEMA_UNRESOLVED",
      `${start.owner} names ${start.uri}: ${fragmentProblem(start.uri) ?? "it exists, but has no such fragment"}`,
      { place: this.#locate(start), hint: "fix the fragment" },
    );
  }

  /**
   * Adds the document at a URI if it is on this disk; never fetches it.
   *
   * @param from a document for which the URI may be a name within its directory
   * @returns its own URI
   */
  async addLocal(uri: string, from?: Document): Promise<string | undefined> {
    const isRead = await readInto(this.#context, uri, { reader: this.#localReader, from });
    return isRead ? this.schemas.resource(uri, scopeOf(from?.foundIn))?.document : undefined;
  }

  /** The document that a URI names, fragment or not. */
  documentAt(uri: string): Document | undefined {
    const resource = this.schemas.resource(withoutFragment(uri));
    return resource && this.#context.documents.get(resource.document);
  }

  /** Adds a document that was read already, and all that it refers to. */
  addDocument(document: Document): Promise<void> {
    return addDocument(this.#context, document);
  }

  /** Checks a schema that a reference from outside names, and follows its references. */
  followSchema(location: ResolvedSchema): Promise<void> {
    return followSchema(this.#context, location);
  }

  addNotices(notices: readonly Diagnostic[]): void {
    this.#context.notices.push(...notices);
  }

  /**
   * Adds a service document, which is no schema but holds some.
   *
   * @param pointers the positions of those schemas
   */
  async addService(service: Document, pointers: readonly string[]): Promise<void> {
    const { documents, serviceDocuments, report } = this.#context;
    // A method may stand in a schema's document, which is here already, or is read whole like any other.
    if (!documents.has(service.uri) && isSchemaDocument(service.root) && !isService(service.root))
      await this.addDocument(service);
    const document = documents.get(service.uri) ?? service;
    if (document === service) {
      reportForeignIds(this.#context, document);
      serviceDocuments.add(document);
      documents.set(document.uri, document);
      addToSchemas(this.#context, document);
    }
    for (const pointer of pointers) {
      const location = this.schemas.locate(document.uri, pointer);
      if (location !== undefined) await this.followSchema(location);
      else
        report(document, () =>
          serviceDiagnostic({ document, pointer }, "a schema must be an object or a boolean"),
        );
    }
  }

  /**
   * Adds all that one entry of a profile leads to.
   *
   * @throws MissingDocumentsError with the documents of it that no source contains
   */
  async addEntry<Result>(add: () => Promise<Result>): Promise<Result> {
    try {
      const result = await add();
      const missing = this.#missing.take();
      if (missing !== undefined) throw missing;
      return result;
    } finally {
      // What is missing beside another mistake is told once that is mended.
      this.#missing.take();
    }
  }

  /** True if all schemas of a document were checked and followed, not only those that services have in it. */
  isWhole(uri: string): boolean {
    const { visited, documents, serviceDocuments } = this.#context;
    if (visited.get(uri)?.has("") === true) return true;
    const document = documents.get(uri);
    if (document === undefined || !serviceDocuments.has(document)) return this.schemas.has(uri);
    return !isSchemaDocument(document.root);
  }

  /** What was found so far, and what was not. */
  found({ documents: others }: Pick<ReadServices, "documents">): Found {
    const { documents, absent } = this.#context;
    return {
      documents: [...new Set([...documents.values(), ...others])],
      absent: [...absent],
      notices: this.#missing.notices(),
    };
  }

  /** @throws MissingDocumentsError with all documents that no source contains */
  toSources({ profile, platform, profileSchema, services = NO_SERVICES }: CrawlResult): Sources {
    this.#missing.refuse();
    const { documents, schemas, extraSchemas, absent, notices } = this.#context;
    const { checkedSchemas, remote, reader, report } = this.#context;
    const checked = [...checkedSchemas.values()].flatMap((each) => [...each.values()]);
    const excess = findLongChain(checked, { documents, schemas });
    if (excess !== undefined) report(excess.document, () => excess.diagnostic);
    return Object.freeze({
      profile: this.#withOwnUris(profile),
      platform: platform && this.#withOwnUris(platform),
      documents,
      services: services.services,
      inputs: [...new Set([...documents.values(), ...services.documents])],
      schemas,
      extraSchemas,
      schemasIn: ({ uri }: Document) => [...(checkedSchemas.get(uri)?.values() ?? [])],
      profileSchema,
      fetched: remote.fetched,
      absent: [...absent].sort(),
      notices: [
        ...[...profile.notices, ...this.#missing.notices(), ...notices],
        ...(reader.notices?.() ?? []),
      ],
      resolve: (base: string, document: string, reference: string) =>
        schemas.resolve(base, reference) ??
        schemas.at(resolveUri(documents.get(document)?.fileUri ?? document, reference)),
    });
  }

  /** A profile may name a document by its second name: from here on, each has one URI. */
  #withOwnUris(profile: Profile): Profile {
    const { registry, paymentHandlers } = profile;
    const own = (uri: string): string => {
      const document = this.documentAt(uri);
      return document === undefined ? uri : document.uri + uri.slice(withoutFragment(uri).length);
    };
    return Object.freeze({
      ...profile,
      registry: {
        ...registry,
        capabilities: registry.capabilities.map((each) =>
          each.schema === undefined ? each : { ...each, schema: own(each.schema) },
        ),
      },
      paymentHandlers: paymentHandlers.map((each) =>
        each.schema === undefined
          ? each
          : { ...each, schema: { ...each.schema, uri: own(each.schema.uri) } },
      ),
    });
  }

  #missStartingPoint(start: StartingPoint): void {
    const { owner, uri, required } = start;
    this.missing(this.#context.profile.document, {
      uri: withoutFragment(uri),
      place: () => this.#locate(start),
      ...(required
        ? {
            code: "LOAD_SCHEMA_UNRESOLVED",
            message: (reason) => `${owner} names ${uri}, which no source contains${reason}`,
          }
        : {
            code: "LOAD_HANDLER_UNRESOLVED",
            message: (reason) =>
              `${owner}: no source contains ${uri}${reason}; its config accepts any object`,
            isOptional: true,
          }),
    });
  }

  /** Searches the profile's text, so that it is called for errors only. */
  #locate({ pointer }: StartingPoint): SourceLocation {
    return locateSource(this.#context.profile.document, pointer);
  }
}

function isService(root: Json): boolean {
  return isObject(root) && ["openapi", "openrpc", "methods"].some((keyword) => keyword in root);
}

/** A document that services have parts in may be a schema too, and then says so. */
export function isSchemaDocument(root: Json): boolean {
  return ["$schema", "$id", "$defs"].some((keyword) => isObject(root) && keyword in root);
}
