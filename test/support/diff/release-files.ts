/** Releases in memory, for comparisons. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { diff } from "../../../src/diff/compare.js";
import type { Comparison } from "../../../src/diff/change.js";
import type { ReleaseFile } from "../../../src/load/release.js";
import type { RandomSet } from "../oracle/random-set.js";

export const SCHEMAS = "https://acme.com/schemas";
const THING = "com.acme.shop.thing";
export const THING_FILE = "shop/thing.json";
const VERSION = "2026-11-27";

export type Documents = Readonly<Record<string, Json>>;

export function releaseFiles(documents: Documents): ReleaseFile[] {
  return Object.entries(documents).map(([path, document]) => ({
    path,
    bytes: new TextEncoder().encode(JSON.stringify(document, null, 2)),
  }));
}

export async function compared(
  before: readonly ReleaseFile[],
  after: readonly ReleaseFile[],
): Promise<Comparison["changes"]> {
  const { changes } = await diff({
    before: { name: "before", files: before },
    after: { name: "after", files: after },
  });
  return changes;
}

/** One capability, and an operation that takes and gives it: every schema in it goes both ways. */
export function thingRelease(schema: JsonObject, more: Documents = {}): Documents {
  const body = { "application/json": { schema: { $ref: "../../shop/thing.json" } } };
  const operation = {
    operationId: "create_thing",
    requestBody: { required: true, content: body },
    responses: { "201": { description: "Made.", content: body } },
  };
  return {
    [THING_FILE]: { $id: `${SCHEMAS}/${THING_FILE}`, name: THING, version: VERSION, ...schema },
    "services/shop/rest.json": {
      openapi: "3.1.0",
      info: { title: "Shop", version: VERSION },
      paths: { "/things": { post: operation } },
    },
    ...more,
  };
}

/** A random vendor's root and its extensions, a document each. */
export function setFiles({ capabilities }: RandomSet): ReleaseFile[] {
  return releaseFiles(
    Object.fromEntries(
      capabilities.map(({ name, schema }) => {
        const [, domain = "", ...rest] = name.split(".");
        const path = `${rest.join("/")}.json`;
        return [path, { $id: `https://${domain}.com/${path}`, name, version: VERSION, ...schema }];
      }),
    ),
  );
}
