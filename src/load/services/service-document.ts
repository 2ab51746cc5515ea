/**
 * What a service document says, in terms that OpenAPI and OpenRPC share. Its schemas stay where they
 * are: each is named by its pointer in the document.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { Document } from "../document.js";
import type { Verb } from "@proto-gen/runtime/service";

/** What both kinds of document say of an operation. */
export interface OperationText {
  /** Undefined where its name has none that is known: only a webhook needs none. */
  readonly verb: Verb | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** `externalDocs` and `x-` members: carried, not interpreted. */
  readonly more: JsonObject;
}

export interface SourceParameter {
  readonly name: string;
  readonly in: "header" | "path" | "query" | "cookie";
  readonly required: boolean;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  /** Pointer of its schema; undefined where it says nothing of its values. */
  readonly schema: string | undefined;
  /** Where its value is a document of its own: of which type. */
  readonly mediaType: string | undefined;
  /** How its value is written: `style`, `explode`, `allowReserved`, `allowEmptyValue`. */
  readonly writing: JsonObject;
  /** Its name below `components`, where it stands there. */
  readonly component: string | undefined;
}

export interface SourceResponse {
  readonly status: string;
  readonly description: string;
  readonly headers: readonly SourceParameter[];
  /** Pointer of the schema of its JSON body. */
  readonly schema: string | undefined;
  /** Of that body. */
  readonly mediaType: string | undefined;
  readonly component: string | undefined;
}

/** An operation of an OpenAPI document, or one of its webhooks. */
export interface SourceRestOperation extends OperationText {
  readonly id: string;
  /** In lower case. */
  readonly method: string;
  /** Undefined for a webhook: the address is the platform's. */
  readonly path: string | undefined;
  /** Name below `webhooks`. */
  readonly webhook: string | undefined;
  readonly pointer: string;
  readonly parameters: readonly SourceParameter[];
  readonly body:
    | {
        readonly required: boolean;
        readonly description: string | undefined;
        readonly schema: string;
        readonly mediaType: string;
      }
    | undefined;
  readonly responses: readonly SourceResponse[];
  readonly security: readonly JsonObject[] | undefined;
  /** Pointers of bodies, sent or given, that nothing is made of: they are not JSON. */
  readonly unread: readonly string[];
}

export interface SourceArgument {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly schema: string;
}

/** A method of an OpenRPC document: a tool, by §4.5. */
export interface SourceMethod extends OperationText {
  readonly id: string;
  readonly pointer: string;
  readonly arguments: readonly SourceArgument[];
  readonly result:
    | {
        readonly name: string;
        readonly description: string | undefined;
        readonly schema: string;
      }
    | undefined;
  readonly errors: readonly JsonObject[];
}

interface ServiceDocumentBase {
  readonly document: Document;
  readonly endpoint: string | undefined;
}

export interface RestDocument extends ServiceDocumentBase {
  readonly operations: readonly SourceRestOperation[];
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
}

/** Every place of a schema in a service's documents. */
export function schemaPointers({ rest, mcp }: SourceService): [Document, string[]][] {
  const found: [Document, string[]][] = [];
  if (rest !== undefined)
    found.push([rest.document, schemaPointersOf({ operations: rest.operations, methods: [] })]);
  if (mcp !== undefined)
    found.push([mcp.document, schemaPointersOf({ operations: [], methods: mcp.methods })]);
  return found;
}

/** Every place of a schema in operations and methods of one document. */
export function schemaPointersOf(source: {
  readonly operations: readonly SourceRestOperation[];
  readonly methods: readonly SourceMethod[];
}): string[] {
  const pointers = [
    ...source.operations.flatMap(pointersOfOperation),
    ...source.methods.flatMap(pointersOfMethod),
  ];
  return [...new Set(pointers)];
}

function pointersOfOperation({ parameters, body, responses }: SourceRestOperation): string[] {
  const described = [
    ...parameters,
    ...responses,
    ...responses.flatMap(({ headers }) => headers),
    ...(body === undefined ? [] : [body]),
  ];
  return described.flatMap(({ schema }) => schema ?? []);
}

function pointersOfMethod({ arguments: all, result }: SourceMethod): string[] {
  return [...all, ...(result === undefined ? [] : [result])].map(({ schema }) => schema);
}
