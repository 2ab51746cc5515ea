/** The operations of a release's service documents: how its OpenAPI and OpenRPC documents say that one is called and answered. */

import { escapePointerToken } from "@proto-gen/runtime/codegen/generator";

export interface RestOperation {
  readonly method: string;
  readonly path: string;
  /** Names of the headers that it requires. */
  readonly headers: readonly string[];
  readonly hasBody: boolean;
  /** Status of its success. */
  readonly status: number;
  /** URIs of the schemas of its answers, by status. */
  readonly answers: ReadonlyMap<number, string>;
}

export interface McpMethod {
  /** Names of the arguments that it requires. */
  readonly required: readonly string[];
  /** Members that its argument `meta` requires; empty where it has none. */
  readonly meta: readonly string[];
  /** URI of the schema of its result. */
  readonly answer: string;
}

/** JSON objects, by name; values of other types have no members. */
export interface JsonMembers {
  readonly [name: string]: JsonMembers | undefined;
}

/** The documents of a release, by URI. */
export type JsonFiles = ReadonlyMap<string, JsonMembers>;

interface Parameter {
  readonly name: string;
  readonly in?: string;
  readonly required?: boolean;
}

interface Place {
  readonly uri: string;
  readonly value: JsonMembers;
}

const JSON_BODY = ["content", "application/json", "schema"];

export function restOperation(files: JsonFiles, service: string, id: string): RestOperation {
  const paths = files.get(service)?.["paths"] ?? {};
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation = {}] of Object.entries(item ?? {})) {
      if (String(operation["operationId"]) !== id) continue;
      const place = { uri: addressOf(service, ["paths", path, method]), value: operation };
      const required = parametersOf(files, place, "parameters").filter(isRequiredHeader);
      const answers = answersOf(files, place);
      return {
        method: method.toUpperCase(),
        path,
        headers: required.map(({ name }) => name),
        hasBody: operation["requestBody"] !== undefined,
        status: Math.max(...[...answers.keys()].filter((status) => status < 300)),
        answers,
      };
    }
  throw new Error(`${service} has no ${id}`);
}

export function mcpMethod(files: JsonFiles, service: string, name: string): McpMethod {
  const methods = itemsOf(files.get(service)?.["methods"]);
  const index = methods.findIndex((each) => String(each["name"]) === name);
  const method = methods[index];
  if (method === undefined) throw new Error(`${service} has no ${name}`);
  const parameters = parametersOf(files, { uri: service, value: method }, "params");
  const meta = itemsOf(method["params"])
    .map((value) => follow(files, { uri: service, value }))
    .find(({ value }) => String(value["name"]) === "meta");
  return {
    required: parameters.filter(({ required }) => required === true).map((each) => each.name),
    meta: meta === undefined ? [] : requiredBy(files, inside(meta, "schema")),
    answer: addressOf(service, ["methods", String(index), "result", "schema"]),
  };
}

function isRequiredHeader(parameter: Parameter): boolean {
  return parameter.in === "header" && parameter.required === true;
}

function parametersOf(files: JsonFiles, { uri, value }: Place, member: string): Parameter[] {
  return itemsOf(value[member]).map(
    (each) => follow(files, { uri, value: each }).value as unknown as Parameter,
  );
}

function answersOf(files: JsonFiles, operation: Place): ReadonlyMap<number, string> {
  const responses = inside(operation, "responses");
  return new Map(
    Object.keys(responses.value).map((status) => {
      const { uri } = follow(files, inside(responses, status));
      return [Number(status), addressOf(uri, JSON_BODY)];
    }),
  );
}

/** Names of the members that a schema requires, its own and those of the schemas that it refers to. */
function requiredBy(files: JsonFiles, schema: Place): string[] {
  const { uri, value } = follow(files, schema);
  const own = (value["required"] ?? []) as unknown as readonly string[];
  const parts = itemsOf(value["allOf"]).flatMap((each) => requiredBy(files, { uri, value: each }));
  return [...new Set([...own, ...parts])];
}

/** The target of a reference; the place itself where it is none. */
function follow(files: JsonFiles, place: Place): Place {
  const reference = place.value["$ref"];
  if (reference === undefined) return place;
  const uri = new URL(String(reference), place.uri).href;
  const [file = "", pointer = ""] = uri.split("#");
  const names = pointer.split("/").slice(1).map(decodeURIComponent);
  const value = names.reduce<JsonMembers | undefined>(
    (each, name) => each?.[name],
    files.get(file),
  );
  if (value === undefined) throw new Error(`${uri} is no place of the release`);
  return follow(files, { uri, value });
}

function inside({ uri, value }: Place, name: string): Place {
  return { uri: addressOf(uri, [name]), value: value[name] ?? {} };
}

function addressOf(uri: string, names: readonly string[]): string {
  const pointer = names.map((name) => `/${encodeURIComponent(escapePointerToken(name))}`).join("");
  return uri.includes("#") ? uri + pointer : `${uri}#${pointer}`;
}

function itemsOf(value: JsonMembers | undefined): readonly JsonMembers[] {
  return Array.isArray(value) ? (value as readonly JsonMembers[]) : [];
}
