/**
 * Every operation of a published release that the profile's capabilities give it, counted from its service documents
 * without the loader (DESIGN §6: one of an active capability is never left out).
 */

import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { interpret } from "../../src/interpret.js";
import type { Interpretation } from "../../src/interpretation.js";
import { isObject } from "../../src/json-schema/keywords.js";
import { resolve } from "../../src/resolve/resolve.js";
import { compileValidator } from "../../src/validate/compile-validator.js";
import {
  ownRelease,
  published,
  PUBLISHED_HOST,
  publishedRelease,
  publishedReleases,
  repository,
  type Release,
} from "../support/published.js";

const METHODS = new Set(["get", "put", "post", "delete", "patch", "head", "options", "trace"]);

function read(file: string): JsonObject {
  return JSON.parse(readFileSync(file, "utf8")) as JsonObject;
}

function fileOf(url: string, { schemas }: Release): string {
  const [root] = schemas;
  const relative = new URL(url).pathname;
  return root === undefined
    ? path.join(repository, relative)
    : path.join(root.directory, relative.replace(PUBLISHED_HOST, ""));
}

/** All that a value holds, whatever its references lead to in the same document. */
function* partsOf(
  value: Json,
  document: JsonObject,
  open: ReadonlySet<string> = new Set(),
): Generator<JsonObject> {
  if (Array.isArray(value)) for (const each of value) yield* partsOf(each as Json, document, open);
  if (!isObject(value)) return;
  yield value;
  for (const [key, each] of Object.entries(value)) {
    if (key !== "$ref" || typeof each !== "string" || !each.startsWith("#/")) {
      yield* partsOf(each, document, open);
      continue;
    }
    if (open.has(each)) continue;
    const target = each
      .slice(2)
      .split("/")
      .reduce<Json | undefined>((at, token) => (isObject(at) ? at[token] : undefined), document);
    if (target !== undefined) yield* partsOf(target, document, new Set(open).add(each));
  }
}

/** Ids of the operations of a document that name a schema of one of these capabilities. */
function operationsOf(document: JsonObject, url: string, schemas: ReadonlySet<string>): string[] {
  const calls = Object.values((document["paths"] ?? {}) as JsonObject).flatMap((item) =>
    Object.entries(item as JsonObject).flatMap(([method, call]) =>
      METHODS.has(method) ? [[(call as JsonObject)["operationId"], call] as const] : [],
    ),
  );
  const methods = ((document["methods"] ?? []) as readonly JsonObject[]).map(
    (each) => [each["name"], each] as const,
  );
  return [...calls, ...methods].flatMap(([id, operation]) => {
    const names = [...partsOf(operation as Json, document)].flatMap(({ $ref }) =>
      typeof $ref === "string" && !$ref.startsWith("#") ? [new URL($ref, url)] : [],
    );
    return names.some(({ origin, pathname }) => schemas.has(origin + pathname)) ? [String(id)] : [];
  });
}

function expected(release: Release): string[] {
  const profile = Object.values(read(release.profile)).find(isObject) as JsonObject;
  const entriesOf = (member: string): JsonObject[] =>
    Object.values(profile[member] as JsonObject).flat() as JsonObject[];
  const schemas = new Set(entriesOf("capabilities").map(({ schema }) => String(schema)));
  // In 2026-01-11 a service has a member for each transport.
  const bindings = entriesOf("services").flatMap((entry) =>
    ["rest", "mcp"].map((name) => (entry["transport"] === name ? entry : entry[name])),
  );
  const ids = bindings
    .filter(isObject)
    .flatMap(({ schema }) =>
      typeof schema === "string"
        ? operationsOf(read(fileOf(schema, release)), schema, schemas)
        : [],
    );
  return [...new Set(ids)].sort();
}

function operationIds({ model }: Interpretation): string[] {
  return model.services.flatMap(({ operations }) => operations.map(({ id }) => id)).sort();
}

describe.each([ownRelease, ...(published === undefined ? [] : publishedReleases)])(
  "release $name",
  (release) => {
    it("has every operation that its service documents have", async () => {
      const ids = expected(release);
      expect(ids.length).toBeGreaterThanOrEqual(5);
      expect(operationIds(await interpret(release))).toEqual(ids);
    });
  },
);

describe.skipIf(published === undefined)("release 2026-04-08", () => {
  const release = publishedRelease("2026-04-08");
  const CART = "dev.ucp.shopping.cart";

  async function membersOf(type: string, capabilities?: readonly string[]): Promise<string[]> {
    const { properties } = await resolve({
      ...release,
      type,
      ...(capabilities === undefined ? {} : { capabilities }),
    });
    return Object.keys(properties as JsonObject);
  }

  it("has cart_id in what creates a checkout, where cart is active", async () => {
    expect(await membersOf("CheckoutCreateRequest")).toContain("cart_id");
    expect(await membersOf("CheckoutUpdateRequest")).not.toContain("cart_id");
    const others = ["dev.ucp.shopping.checkout", "dev.ucp.shopping.discount"];
    expect(await membersOf("CheckoutCreateRequest", others)).not.toContain("cart_id");
    expect(await membersOf("CheckoutCreateRequest", [...others, CART])).toContain("cart_id");
  });

  it("knows the operations that shapes are named by", async () => {
    const schema = fileOf(`${PUBLISHED_HOST}/schemas/shopping/catalog_lookup.json`, release);
    const fails = await compileValidator({
      ...{ schema, def: "get_product_request", schemas: release.schemas },
      ...{ op: "get_product", direction: "request" },
    });
    expect(fails({ id: "p1" })).toEqual([]);
    expect(fails({ id: 1 })).not.toEqual([]);
  });
});
