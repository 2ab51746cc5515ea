/** The published service document over REST with all that it refers to, as one OpenAPI document. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { parsePointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../../src/json-schema/keywords.js";
import { repository } from "./published.js";

const ROOT = path.join(repository, "schemas/2026-11-27");
const SERVICE = "services/shopping/rest.openapi.json";

/** Schemas of other documents stand below `components`, under the path that they come from. */
export function bundledService(): JsonObject {
  const schemas: Record<string, Json> = {};
  const read = (file: string): Json =>
    JSON.parse(readFileSync(path.join(ROOT, file), "utf8")) as Json;

  const hoist = (value: Json, file: string): Json => {
    if (Array.isArray(value)) return value.map((item: Json) => hoist(item, file));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        name === "$ref" && typeof member === "string" ? define(member, file) : hoist(member, file),
      ]),
    );
  };

  const define = (reference: string, from: string): string => {
    const [relative = "", pointer = ""] = reference.split("#");
    const file = relative === "" ? from : path.posix.join(path.posix.dirname(from), relative);
    if (file === SERVICE) return reference;
    const name = `${file.replace(/\.json$/, "")}${pointer}`.replaceAll(/[^\w.-]/g, "_");
    if (!(name in schemas)) {
      schemas[name] = {}; // Before descending: schemas may be recursive.
      const target = parsePointer(pointer).reduce<Json | undefined>(
        (node, token) => (isObject(node) ? node[token] : undefined),
        read(file),
      );
      schemas[name] = hoist(target ?? false, file);
    }
    return `#/components/schemas/${name}`;
  };

  const service = hoist(read(SERVICE), SERVICE) as JsonObject;
  return { ...service, components: { ...(service["components"] as JsonObject), schemas } };
}
