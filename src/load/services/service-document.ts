/**
 * The content of service documents, in terms that OpenAPI and OpenRPC share. Their schemas stay where they are: each part
 * names the document that it stands in, which a `$ref` may have led to, and the pointers in there.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { Diagnostic } from "../../errors.js";
import type { Document } from "../document.js";
import type { Verb } from "@proto-gen/runtime/codegen/generator";

/** The description of an operation in both kinds of document. */
export interface OperationText {
  /** Undefined if the name contains no known verb; only a webhook needs none. */
  readonly verb: Verb | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** `externalDocs` and `x-` members: carried, not interpreted. */
  readonly more: JsonObject;
}

/** A part of a service document, and where it stands. */
interface SourcePart {
  /** URI of the document that holds the part and its schema. */
  readonly document: string;
  readonly pointer: string;
}

export interface SourceParameter extends SourcePart {
  readonly name: string;
  readonly in: "header" | "path" | "query" | "cookie";
  readonly required: boolean;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  /** Pointer of its schema; undefined where it says nothing of its values. */
  readonly schema: string | undefined;
  /** The media type of its value, if the value is a document of its own. */
  readonly mediaType: string | undefined;
  /** How its value is written: `style`, `explode`, `allowReserved`, `allowEmptyValue`. */
  readonly writing: JsonObject;
  /** Its name below `components`, where it stands there. */
  readonly component: string | undefined;
}

export interface SourceResponse extends SourcePart {
  readonly status: string;
  readonly description: string;
  readonly headers: readonly SourceParameter[];
  /** Pointer of the schema of its JSON body. */
  readonly schema: string | undefined;
  /** The media type of that body. */
  readonly mediaType: string | undefined;
  readonly component: string | undefined;
}

export interface SourceBody extends SourcePart {
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: string;
  readonly mediaType: string;
}

/** An operation of an OpenAPI document, or one of its webhooks. */
export interface SourceRestOperation extends OperationText, SourcePart {
  /** URI of the OpenAPI document that has it: what it says of all its operations holds for this one. */
  readonly owner: string;
  readonly id: string;
  /** In lower case. */
  readonly method: string;
  /** Undefined for a webhook: the address is the platform's. */
  readonly path: string | undefined;
  /** Name below `webhooks`. */
  readonly webhook: string | undefined;
  readonly parameters: readonly SourceParameter[];
  readonly body: SourceBody | undefined;
  readonly responses: readonly SourceResponse[];
  readonly security: readonly JsonObject[] | undefined;
  /** Bodies, sent or given, that nothing is made of: they are not JSON. */
  readonly unread: readonly SourcePart[];
}

export interface SourceArgument extends SourcePart {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly schema: string;
}

export interface SourceResult extends SourcePart {
  readonly name: string;
  readonly description: string | undefined;
  readonly schema: string;
}

/** A method of an OpenRPC document: a tool, by §4.5. */
export interface SourceMethod extends OperationText, SourcePart {
  /** URI of the OpenRPC document that lists it. */
  readonly owner: string;
  readonly id: string;
  readonly arguments: readonly SourceArgument[];
  readonly result: SourceResult | undefined;
  readonly errors: readonly JsonObject[];
}

interface ServiceDocumentBase {
  /** The first of the transport. */
  readonly document: Document;
  /** It, the transport's other documents, and those that they have operations or parts of operations from. */
  readonly documents: readonly Document[];
  /** `info`, `tags`, `security`, `components.securitySchemes` and other members: of the first, with what others add. */
  readonly root: JsonObject;
  readonly endpoint: string | undefined;
}

export interface RestDocument extends ServiceDocumentBase {
  readonly operations: readonly SourceRestOperation[];
  /** Mistakes that do not keep its operations from being read. */
  readonly problems: readonly Diagnostic[];
}

export interface McpDocument extends ServiceDocumentBase {
  readonly methods: readonly SourceMethod[];
}

/** A service of the profile, and the documents of the transports that have operations. */
export interface SourceService {
  readonly name: string;
  readonly version: string;
  readonly rest: RestDocument | undefined;
  readonly mcp: McpDocument | undefined;
  /** Messages between a business's page and the host that shows it, as an OpenRPC document lists them. */
  readonly embedded?: McpDocument | undefined;
}

/** The one among a transport's documents that holds a part. */
export function documentOf(
  documents: readonly Document[],
  { document }: { readonly document: string },
): Document {
  return documents.find(({ uri }) => uri === document) as Document;
}

/** Every document of a service, with the places of schemas in it. */
export function schemaPointers({ embedded, ...service }: SourceService): [Document, string[]][] {
  return [
    ...operationPointers(service),
    ...(embedded === undefined ? [] : schemaPointersOf(embedded.documents, embedded.methods)),
  ];
}

/** The same of the transports that have operations. */
export function operationPointers({
  rest,
  mcp,
}: Pick<SourceService, "rest" | "mcp">): [Document, string[]][] {
  return [
    ...(rest === undefined ? [] : schemaPointersOf(rest.documents, rest.operations)),
    ...(mcp === undefined ? [] : schemaPointersOf(mcp.documents, mcp.methods)),
  ];
}

/** Every document, with the places of schemas in it that operations or methods have. */
export function schemaPointersOf(
  documents: readonly Document[],
  calls: readonly (SourceRestOperation | SourceMethod)[],
): [Document, string[]][] {
  const found = new Map(documents.map(({ uri }) => [uri, new Set<string>()]));
  for (const { document, schema } of calls.flatMap(partsOf))
    if (schema !== undefined) found.get(document)?.add(schema);
  return documents.map((document) => [document, [...(found.get(document.uri) ?? [])]]);
}

function partsOf(
  call: SourceRestOperation | SourceMethod,
): { readonly document: string; readonly schema: string | undefined }[] {
  if ("responses" in call) {
    const { parameters, body, responses } = call;
    const headers = responses.flatMap((response) => response.headers);
    return [...parameters, ...responses, ...headers, ...(body === undefined ? [] : [body])];
  }
  return [...call.arguments, ...(call.result === undefined ? [] : [call.result])];
}
