/**
 * Members that a platform may leave out, although releases require them: it serves nothing, so that it needs no services, no
 * payment handlers, and no endpoint for a service that it calls. Its profile is checked as if they were there; what is
 * missing of the registries is a warning, since others may hold it to the letter.
 */

import { parsePointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import type { Issue } from "@proto-gen/runtime/schema";
import { isObject } from "../json-schema/keywords.js";
import { TRANSPORTS } from "../load/profile.js";

const REGISTRIES: ReadonlySet<string> = new Set(["services", "payment_handlers"]);

/** True for the issue that a profile lacks a registry, which a platform may. */
export function isOptionalRegistry({ code, pointer }: Pick<Issue, "code" | "pointer">): boolean {
  const tokens = parsePointer(pointer);
  return code === "required" && tokens.length === 2 && REGISTRIES.has(tokens[1] as string);
}

/**
 * @param name the protocol's member
 * @param missing the issues of registries that it lacks
 */
export function assumeOptionalMembers(
  root: Json,
  name: string,
  missing: readonly Pick<Issue, "pointer">[],
): Json {
  const member = isObject(root) ? root[name] : undefined;
  if (!isObject(root) || !isObject(member)) return root;
  const registries = missing.map(({ pointer }) => [parsePointer(pointer)[1], {}] as const);
  const { services } = member;
  const reached = services === undefined ? {} : { services: withEndpoints(services) };
  return { ...root, [name]: { ...member, ...reached, ...Object.fromEntries(registries) } };
}

/** Both shapes of the registry: lists of entries, and objects with a member for each transport. */
function withEndpoints(services: Json): Json {
  if (Array.isArray(services)) return services.map((each: Json) => withEndpoint(each));
  if (!isObject(services)) return services;
  const entries = Object.entries(services).map(([name, value]): [string, Json] => [
    name,
    Array.isArray(value)
      ? value.map((each: Json) => withEndpoint(each))
      : withEndpoint(value as Json),
  ]);
  return Object.fromEntries(entries);
}

const ANY_ENDPOINT = { endpoint: "https://example.com" };

function withEndpoint(entry: Json): Json {
  if (!isObject(entry)) return entry;
  const bindings = TRANSPORTS.flatMap((transport): [string, JsonObject][] => {
    const binding = entry[transport];
    return isObject(binding) ? [[transport, { ...ANY_ENDPOINT, ...binding }]] : [];
  });
  const own = typeof entry["transport"] === "string" ? ANY_ENDPOINT : {};
  return { ...own, ...entry, ...Object.fromEntries(bindings) };
}
