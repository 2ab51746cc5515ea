/**
 * From method and path to an operation. Templates become a tree of segments, so a look-up takes as
 * many steps as the path has segments, whatever the templates are.
 */
import { ProtocolError } from "../error/index.js";
import type { Operation } from "../service/index.js";
import { pathSegments } from "./path-segments.js";

/** An operation that is called over REST. */
export type RestOperation = Operation & { readonly rest: NonNullable<Operation["rest"]> };

export type Route =
  | {
      readonly kind: "operation";
      readonly operation: RestOperation;
      /** Decoded, by their names in the template. */
      readonly parameters: Readonly<Record<string, string>>;
      /** The method is HEAD and the operation GET's: answer as to GET, without the body. */
      readonly head: boolean;
    }
  /** The method is OPTIONS: answer with the methods, `GET, HEAD, OPTIONS`. */
  | { readonly kind: "options"; readonly allow: string };

export interface Router {
  /**
   * `path` is the raw path below the endpoint, without the query. A `Request`'s URL has lost its dot
   * segments already; where the server knows the raw request target, it should be given.
   * @throws {ProtocolError} not_found, method_not_allowed with `Allow`, invalid_request, uri_too_long
   */
  route(method: string, path: string): Route;
}

interface Entry {
  readonly operation: RestOperation;
  /** Of each parameter: its name, and which segment it is. */
  readonly parameters: readonly (readonly [name: string, index: number])[];
}

interface Place {
  readonly children: Map<string, Place>;
  parameter?: Place;
  readonly methods: Map<string, Entry>;
}

/** @throws {TypeError} if a template is malformed, or two operations have one method and template */
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
  if (place.methods.has(method)) throw new TypeError(`two operations are ${method} ${path}`);
  const parameters = segments.flatMap(({ name }, index) =>
    name === undefined ? [] : [[name, index] as const],
  );
  place.methods.set(method, { operation, parameters });
}

/** A segment of a template: `{id}` has a name, everything else stands for itself. */
interface TemplateSegment {
  readonly text: string;
  readonly name?: string;
}

function templateSegments(template: string): readonly TemplateSegment[] {
  if (!template.startsWith("/")) throw new TypeError(`${template} does not start with a slash`);
  const segments = template.slice(1).split("/").map(templateSegment);
  const malformed = segments.find(
    ({ text, name }) => (name ?? text) === "" || /[{}]/.test(name ?? text),
  );
  if (malformed !== undefined) throw new TypeError(`${template} has a malformed segment`);
  const names = segments.flatMap(({ name }) => (name === undefined ? [] : [name]));
  if (new Set(names).size < names.length) throw new TypeError(`${template} repeats a parameter`);
  return segments;
}

function templateSegment(text: string): TemplateSegment {
  const isParameter = text.startsWith("{") && text.endsWith("}");
  return isParameter ? { text, name: text.slice(1, -1) } : { text };
}

function route(root: Place, method: string, path: string): Route {
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
  // Unlike an assignment, it makes of any name an own property.
  return Object.freeze(Object.fromEntries(values));
}

function withoutOperation(place: Place, method: string): Route {
  const allow = allowedMethods(place);
  if (method === "OPTIONS") return { kind: "options", allow };
  throw new ProtocolError("method_not_allowed", { headers: { Allow: allow } });
}

function allowedMethods({ methods }: Place): string {
  const allowed = new Set([...methods.keys(), "OPTIONS"]);
  if (allowed.has("GET")) allowed.add("HEAD");
  return [...allowed].sort().join(", ");
}

/** The place that has operations. A static segment wins; a parameter is tried where it leads nowhere. */
function find(place: Place, segments: readonly string[], index: number): Place | undefined {
  if (index === segments.length) return place.methods.size > 0 ? place : undefined;
  const child = place.children.get(segments[index]!);
  const found = child && find(child, segments, index + 1);
  return found ?? (place.parameter && find(place.parameter, segments, index + 1));
}
