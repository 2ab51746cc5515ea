/**
 * The subjects of a payload that describes itself: the discovery document of its release for a profile (§2.1), the error
 * envelope for an error (§7), else the responses of the capabilities that its envelope names (§2.2), each with the
 * extensions that are named with it.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { diagnostic, failure, ProtoGenError } from "../errors.js";
import { interpret, interpretSources } from "../interpret.js";
import type { Interpretation } from "../interpretation.js";
import { isObject } from "../json-schema/keywords.js";
import { locateSource, type Document } from "../load/document.js";
import { findParents } from "../load/find-parents.js";
import { loadFrom, profileSchemasAbove } from "../load/load-from.js";
import type { Sources } from "../load/sources.js";
import { loadDocument } from "../load/load-schema.js";
import { explainMissing } from "../load/nearest-document.js";
import { readProfile } from "../load/side.js";
import { createReader, type Reader } from "../load/reader.js";
import type { Overlays } from "../load/overlay/overlays.js";
import { createRoots } from "../load/roots.js";
import { BUNDLED_ROOT, type GivenRoot } from "../load/schema-root.js";
import { schemaHint } from "../load/schemas-hint.js";
import { buildSchemaSubject, buildTypeSubject, type Subject } from "../resolve/subject.js";
import { isUrl } from "../text/http-url.js";
import { readEnvelope, type Envelope } from "./envelope.js";
import { schemaUrls } from "./capability-schema.js";

export interface SelfDescribedOptions {
  readonly schemas?: readonly GivenRoot[] | undefined;
  /** They change the documents that they name. */
  readonly overlays?: Overlays | undefined;
  /** A profile that says where the schemas of the capabilities are. */
  readonly profile?: string | undefined;
  /** The operation that a response is of. */
  readonly op?: string | undefined;
  /** Only these of the capabilities that the payload names: `name` or `name@version`. */
  readonly capabilities?: readonly string[] | undefined;
}

/**
 * @throws ProtoGenError USAGE_UNKNOWN_PAYLOAD where it says nothing of itself, LOAD_SCHEMA_UNRESOLVED where
 * no source holds a schema that it names
 */
export async function resolveDescribedSubjects(
  payload: Document,
  options: SelfDescribedOptions,
): Promise<readonly [Subject, ...Subject[]]> {
  const envelope = selectCapabilities(readEnvelope(payload.root), options.capabilities);
  if (envelope === undefined)
    throw unknownPayload(payload, "states neither its version nor its capabilities");
  const reader = createReader(createRoots(options.schemas ?? []), {
    overlays: options.overlays,
  });
  if (envelope.isProfile) return [await profileSubject(payload, envelope, reader)];
  const { profile, schemas = [] } = options;
  const overlays = options.overlays?.all.map(({ document }) => document.file);
  if (envelope.isError) {
    const named =
      profile === undefined ? undefined : await interpret({ profile, schemas, overlays });
    const declared = named?.sources.profile.registry.capabilities ?? [];
    const urls = declared.flatMap(({ schema }) => schema ?? []);
    return [await errorSubject({ payload, envelope, reader }, urls)];
  }
  const input =
    profile === undefined
      ? interpretSources(await envelopeSources(payload, envelope, reader), {})
      : await interpret({
          ...{ profile, schemas, overlays },
          capabilities: envelope.capabilities.map(({ name, version }) => `${name}@${version}`),
        });
  const [first, ...others] = responseSubjects(input, options.op);
  if (first === undefined) throw unknownPayload(payload, "names no capability with a response");
  return [first, ...others];
}

function selectCapabilities(
  envelope: Envelope | undefined,
  names: readonly string[] | undefined,
): Envelope | undefined {
  if (envelope === undefined || names === undefined) return envelope;
  const capabilities = envelope.capabilities.filter(
    ({ name, version }) => names.includes(name) || names.includes(`${name}@${version}`),
  );
  return { ...envelope, capabilities };
}

function responseSubjects(input: Interpretation, op: string | undefined): Subject[] {
  return input.model.subsetChecks.flatMap((surface) => {
    const responses = surface.views.filter(({ view }) => view.direction === "response");
    const ofOperation = responses.filter(({ view }) => view.operation === op);
    const plain = responses.filter(({ view }) => view.operation === undefined);
    const fitting =
      surface.key !== "" && op === undefined
        ? responses
        : ofOperation.length > 0
          ? ofOperation
          : plain;
    return fitting.map(({ type, contributions }) => {
      const names = [surface.root, ...contributions.flatMap(({ capability }) => capability ?? [])];
      return buildTypeSubject(input, `${type.name} (${names.join(" + ")})`, type);
    });
  });
}

function profileSubject(payload: Document, envelope: Envelope, reader: Reader): Promise<Subject> {
  const above = envelope.capabilities
    .flatMap(({ schema }) => schema ?? [])
    .filter(isWebUrl)
    .flatMap(profileSchemasAbove);
  const bundled = `${BUNDLED_ROOT.prefix}/${envelope.version}/discovery/profile.json`;
  const candidates = [...above, bundled].flatMap((uri) => [
    uri,
    uri.replace(/profile\.json$/, "profile_schema.json"),
  ]);
  return releaseSubject("Profile", candidates, { payload, envelope, reader });
}

/** What releases call it. */
const ERROR_SCHEMAS = ["types/error_envelope.json", "types/error_response.json"] as const;

/**
 * Looks for the error envelope next to the release's other types.
 * @param declared the schemas of the capabilities of a profile that was named
 */
function errorSubject(context: PayloadContext, declared: readonly string[]): Promise<Subject> {
  const { capabilities, version } = context.envelope;
  const names = ERROR_SCHEMAS.flatMap((name) => [name, `../${name}`]);
  const beside = [...capabilities.flatMap(schemaUrls), ...declared]
    .filter(isWebUrl)
    .flatMap((url) => names.map((name) => new URL(name, url).href));
  const bundled = `${BUNDLED_ROOT.prefix}/${version}/shopping/${ERROR_SCHEMAS[0]}`;
  return releaseSubject("ErrorEnvelope", [...beside, bundled], context);
}

/** Only a web URL has neighbours to look for. */
function isWebUrl(text: string): boolean {
  return isUrl(text) && new URL(text).protocol === "https:";
}

interface PayloadContext {
  readonly payload: Document;
  readonly envelope: Envelope;
  readonly reader: Reader;
}

/** The first document of a release that a source holds, as what is given. */
async function releaseSubject(
  type: string,
  candidates: readonly string[],
  { payload, envelope: { name, version }, reader }: PayloadContext,
): Promise<Subject> {
  for (const uri of new Set(candidates)) {
    const document = await reader.read(uri);
    if (document === undefined) continue;
    const subject = buildSchemaSubject(await loadDocument(document, { reader }), {});
    return { ...subject, name: `${type} (${document.file})` };
  }
  const [uri = ""] = candidates;
  const missing = diagnostic(
    "LOAD_SCHEMA_UNRESOLVED",
    `${type} of ${version}: no source contains its schema; looked for ${uri}`,
    { place: locateSource(payload, `/${name}/version`), hint: schemaHint(uri) },
  );
  throw new ProtoGenError([explainMissing(missing, uri, reader)]);
}

/** Sources for a profile that declares what the envelope names. */
async function envelopeSources(
  payload: Document,
  envelope: Envelope,
  reader: Reader,
): Promise<Sources> {
  const declared = await Promise.all(
    envelope.capabilities.map(async (each) => {
      const [uri, document] = await readCapabilitySchema(payload, each, reader);
      return { ...each, schema: uri, document };
    }),
  );
  const names = declared.map(({ name }) => name);
  const registry = new Map<string, Json[]>();
  for (const { name, version, schema, extends: parents, document } of declared) {
    const extended =
      parents.length > 0 ? parents : findParents(document, { own: name, all: names });
    const entry = { version, schema, ...(extended.length === 0 ? {} : { extends: extended }) };
    registry.set(name, [...(registry.get(name) ?? []), entry]);
  }
  const capabilities = Object.fromEntries(registry) as JsonObject;
  const root = { [envelope.name]: { version: envelope.version, capabilities } };
  return loadFrom(reader, readProfile({ ...payload, root }));
}

async function readCapabilitySchema(
  payload: Document,
  capability: Envelope["capabilities"][number],
  reader: Reader,
): Promise<readonly [string, Document]> {
  const urls = schemaUrls(capability);
  for (const url of urls) {
    const document = await reader.read(url);
    if (document !== undefined) return [url, document];
  }
  const { name, version, pointer } = capability;
  const missing = diagnostic(
    "LOAD_SCHEMA_UNRESOLVED",
    `${name} ${version}: no source contains its schema; looked for ${urls.join(", ")}`,
    {
      place: locateSource(payload, pointer),
      hint: "provide it with --schemas DIR=URL-PREFIX, name a profile that declares it with --profile, or select the other capabilities with --capabilities",
    },
  );
  throw new ProtoGenError([explainMissing(missing, urls[0] ?? "", reader)]);
}

function unknownPayload(payload: Document, what: string): Error {
  return failure("USAGE_UNKNOWN_PAYLOAD", `${payload.file} ${what}`, {
    place: {
      file: payload.file,
      ...(isObject(payload.root) ? {} : { line: 1 }),
    },
  });
}
