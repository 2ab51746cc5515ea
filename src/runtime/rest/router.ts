/**
 * Finds the operation for a method and path. Templates form a tree of segments, so a lookup takes as many steps as
 * the path has segments, regardless of the number of templates. Paths are split and decoded strictly. An encoded slash is part of its
 * segment and not a separator (RFC 3986 §2.2), so ids may be URIs.
 */

import { ProtocolError } from "../error/protocol-error.js";
import type { Operation } from "../service/operation.js";

/** An operation with a REST binding. */
export type RestOperation = Operation & { readonly rest: NonNullable<Operation["rest"]> };

export type RoutedRequest =
  | {
      readonly kind: "operation";
      readonly operation: RestOperation;
      /** Decoded, by name in the template. */
      readonly parameters: Readonly<Record<string, string>>;
      /** True for HEAD on an operation with GET: respond as to GET, without the body. */
      readonly head: boolean;
    }
  /** For OPTIONS: respond with the allowed methods, such as `GET, HEAD, OPTIONS`. */
  | { readonly kind: "options"; readonly allow: string };

export interface Router {
  /**
   * @param path the raw path below the endpoint, without the query; pass the raw request target if it is known, since
   * the URL of a `Request` has lost its dot segments
   * @throws {ProtocolError} `not_found`, `method_not_allowed` with `Allow`, `invalid_request`, `uri_too_long`
   */
  route(method: string, path: string): RoutedRequest;
}

interface Entry {
  readonly operation: RestOperation;
  /** Name and segment index of each parameter. */
  readonly parameters: readonly (readonly [name: string, index: number])[];
}

interface Place {
  readonly children: Map<string, Place>;
  parameter?: Place;
  readonly methods: Map<string, Entry>;
}

/** @throws {TypeError} if a template is malformed, or two operations share a method and template */
export function createRouter(operations: readonly Operation[]): Router {
  const root = emptyPlace();
  for (const operation of operations) if (isRest(operation)) add(root, operation);
  return Object.freeze({ route: (method: string, path: string) => route(root, method, path) });
}

function isRest(operation: Operation): operation is RestOperation {
  return operation.rest !== undefined;
}

function emptyPlace(): Place {
  return { children: new Map(), methods: new Map() };
}

function add(root: Place, operation: RestOperation): void {
  const { method, path } = operation.rest;
  const segments = templateSegments(path);
  let place = root;
  for (const { name, text } of segments) {
    const next = name === undefined ? place.children.get(text) : place.parameter;
    const child = next ?? emptyPlace();
    if (name === undefined) place.children.set(text, child);
    else place.parameter = child;
    place = child;
  }
  if (place.methods.has(method)) throw new TypeError(`two operations share ${method} ${path}`);
  const parameters = segments.flatMap(({ name }, index) =>
    name === undefined ? [] : [[name, index] as const],
  );
  place.methods.set(method, { operation, parameters });
}

/** A segment of a template: `{id}` has a name, all others are literal. */
interface TemplateSegment {
  readonly text: string;
  readonly name?: string;
}

function templateSegments(template: string): readonly TemplateSegment[] {
  if (!template.startsWith("/"))
    throw new TypeError(`the path ${template} must start with a slash`);
  const segments = template.slice(1).split("/").map(templateSegment);
  const malformed = segments.find(
    ({ text, name }) => (name ?? text) === "" || /[{}]/.test(name ?? text),
  );
  if (malformed !== undefined) throw new TypeError(`the path ${template} has a malformed segment`);
  const names = segments.flatMap(({ name }) => (name === undefined ? [] : [name]));
  if (new Set(names).size < names.length)
    throw new TypeError(`the path ${template} repeats a parameter`);
  return segments;
}

function templateSegment(text: string): TemplateSegment {
  const isParameter = text.startsWith("{") && text.endsWith("}");
  return isParameter ? { text, name: text.slice(1, -1) } : { text };
}

function route(root: Place, method: string, path: string): RoutedRequest {
  const segments = pathSegments(path);
  const place = segments && find(root, segments, 0);
  if (segments === undefined || place === undefined) {
    throw new ProtocolError("not_found", { content: "There is nothing at this path." });
  }
  const head = method === "HEAD" && !place.methods.has("HEAD");
  const entry = place.methods.get(head ? "GET" : method);
  if (entry === undefined) return withoutOperation(place, method);
  const { operation, parameters } = entry;
  return { kind: "operation", operation, parameters: valuesOf(parameters, segments), head };
}

const NO_VALUES: Readonly<Record<string, string>> = /* @__PURE__ */ Object.freeze({});

function valuesOf(
  parameters: Entry["parameters"],
  segments: readonly string[],
): Readonly<Record<string, string>> {
  if (parameters.length === 0) return NO_VALUES;
  const values = parameters.map(([name, index]) => [name, segments[index]!] as const);
  // Unlike an assignment, this makes an own property of any name.
  return Object.freeze(Object.fromEntries(values));
}

function withoutOperation(place: Place, method: string): RoutedRequest {
  const allow = allowedMethods(place);
  if (method === "OPTIONS") return { kind: "options", allow };
  throw new ProtocolError("method_not_allowed", { headers: { Allow: allow } });
}

function allowedMethods({ methods }: Place): string {
  const allowed = new Set([...methods.keys(), "OPTIONS"]);
  if (allowed.has("GET")) allowed.add("HEAD");
  return [...allowed].sort().join(", ");
}

/** Finds the place with operations. A static segment has priority; if it leads nowhere, the parameter is tried. */
function find(place: Place, segments: readonly string[], index: number): Place | undefined {
  if (index === segments.length) return place.methods.size > 0 ? place : undefined;
  const child = place.children.get(segments[index]!);
  const found = child && find(child, segments, index + 1);
  return found ?? (place.parameter && find(place.parameter, segments, index + 1));
}

/** RFC 9110 §4.1 requires at least 8,000 octets. */
const MAX_PATH_LENGTH = 8_192;

/** Segments that need neither decoding nor a check. */
const PLAIN = /^[\w-]+$/;

/** RFC 3986 §3.3: the characters of `pchar`, including the percent sign. */
const SEGMENT = /^[\w\-.~!$&'()*+,;=:@%]*$/;

/** The control characters C0, DEL and C1. */
const FORBIDDEN = /[\0-\x1f\x7f-\x9f]/;

/** Also between encoded slashes: an intermediary that decodes the whole path would resolve them. */
const DOT_SEGMENT = /(?:^|[/\\])\.\.?(?:$|[/\\])/;

/**
 * The segments between the slashes, each decoded once. Undefined if it cannot be the path of an operation: an empty
 * path, or one that does not start with a slash or ends with one.
 * @throws {ProtocolError} `uri_too_long`, `invalid_request`
 */
function pathSegments(path: string): readonly string[] | undefined {
  if (path.length > MAX_PATH_LENGTH) throw new ProtocolError("uri_too_long");
  if (!path.startsWith("/") || path.endsWith("/")) return undefined;
  return path.slice(1).split("/").map(decodeSegment);
}

/** True if the text can be a path segment: encoding and decoding it preserves it. */
export function isPathSegment(text: string): boolean {
  try {
    return pathSegments(`/${encodeURIComponent(text)}`)?.[0] === text;
  } catch {
    return false;
  }
}

function decodeSegment(raw: string): string {
  if (PLAIN.test(raw)) return raw;
  if (raw === "") throw invalid("has an empty segment");
  if (!SEGMENT.test(raw)) throw invalid("has a character that must be percent-encoded");
  const segment = decoded(raw);
  if (DOT_SEGMENT.test(segment)) throw invalid("has a dot segment");
  if (FORBIDDEN.test(segment)) throw invalid("has an encoded control character");
  return segment;
}

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    throw invalid("has a percent-encoding that is malformed or not UTF-8");
  }
}

function invalid(what: string): ProtocolError {
  return new ProtocolError("invalid_request", { content: `The path ${what}.` });
}

/**
 * The path of a request target below an endpoint's path, without the query: for `/api/v1`, `/api/v1/carts?x=1` gives
 * `/carts`. Undefined if the target is elsewhere.
 */
export function pathBelow(endpoint: string, target: string): string | undefined {
  const base = endpoint.endsWith("/") ? endpoint.slice(0, -1) : endpoint;
  const query = target.indexOf("?");
  const path = query < 0 ? target : target.slice(0, query);
  if (!path.startsWith(base)) return undefined;
  const below = path.slice(base.length);
  return below === "" || below.startsWith("/") ? below : undefined;
}
