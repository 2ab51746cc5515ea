/** `openapi.json` before judges that we did not write: the meta-schema, and ajv. */

import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { brokenReferences, bundleOf, reducedRelease, type Bundle } from "../support/bundle.js";
import { checkExamples } from "../support/peers/openapi-examples.js";
import { openapiErrors } from "../support/peers/openapi-meta-schema.js";
import { valueAt } from "../support/peers/openapi-objects.js";
import { ownRelease, published, publishedRelease, type Release } from "../support/published.js";
import { vendorRelease } from "../support/vendor-service.js";

const COUNTS: Readonly<Record<string, number>> = { "2026-01-11": 5, "2026-01-23": 5 };

describe("openapi.json of the repository's profile", () => describeRelease(ownRelease, 11));

describe.skipIf(published === undefined).each(Object.entries(COUNTS))(
  "openapi.json of release %s",
  (name, count) => describeRelease(publishedRelease(name), count),
);

function describeRelease(release: Release, count: number): void {
  let bundle: Bundle;
  let document: JsonObject;

  beforeAll(async () => {
    bundle = await bundleOf(release, `services-openapi-${release.name}`);
    document = bundle.json("openapi.json");
  });

  it("is OpenAPI 3.1 by its meta-schema (§8)", () => {
    expect(openapiErrors(document)).toEqual([]);
  });

  it("has references only into itself (§8)", () => {
    expect(brokenReferences(document)).toEqual([]);
  });

  it("has examples that ajv accepts, none of them unused (§8)", () => {
    const report = checkExamples(document);
    expect(report.count).toBeGreaterThan(count);
    expect(report).toMatchObject({ refused: [], unused: [] });
  });

  it("has an example of every body that is sent or given (§8)", () => {
    const all = operations(document);
    expect(all.map(([id]) => id)).toHaveLength(count);
    expect(all.filter(([, each]) => each["requestBody"] !== undefined)).not.toEqual([]);
    expect(all.flatMap(([id, each]) => bodiesWithoutExample(document, id, each))).toEqual([]);
  });

  it("is read by openapi-fetch's declarations: every path is there (§8)", () => {
    const declarations = bundle.text("openapi.d.ts") ?? "";
    for (const place of Object.keys(document["paths"] as JsonObject))
      expect(declarations).toContain(`  "${place}": {`);
  });
}

describe.each<[string, Release, number]>([
  ["without fulfillment", reduced((name) => name !== "fulfillment"), 11],
  ["without cart", reduced((name) => name !== "cart"), 7],
  ["with catalogs only", reduced((name) => name.startsWith("catalog.")), 2],
  ["with a vendor's service", vendorRelease(), 14],
])("openapi.json of a profile %s", (name, release, count) => {
  let bundle: Bundle;
  let document: JsonObject;

  beforeAll(async () => {
    bundle = await bundleOf(release, `services-openapi-${name.replaceAll(/\W/g, "-")}`);
    document = bundle.json("openapi.json");
  });

  it("is valid, refers only into itself, and has good examples of all bodies (§8)", () => {
    expect(openapiErrors(document)).toEqual([]);
    expect(brokenReferences(document)).toEqual([]);
    expect(checkExamples(document)).toMatchObject({ refused: [], unused: [] });
    const all = operations(document);
    expect(all).toHaveLength(count);
    expect(all.flatMap(([id, each]) => bodiesWithoutExample(document, id, each))).toEqual([]);
  });
});

function reduced(capability: (name: string) => boolean): Release {
  return reducedRelease("reduced", { capability });
}

/** Operations by id. */
function operations({ paths }: JsonObject): [string, JsonObject][] {
  return Object.values(paths as Readonly<Record<string, Readonly<Record<string, JsonObject>>>>)
    .flatMap((item) => Object.values(item))
    .map((operation) => [String(operation["operationId"]), operation]);
}

/** The bodies of an operation, `<id> <request or status>` each, that no example shows. */
function bodiesWithoutExample(
  document: JsonObject,
  id: string,
  { requestBody, responses }: JsonObject,
): string[] {
  const bodies: [string, Json | undefined][] = [
    ["request", requestBody],
    ...Object.entries(responses as JsonObject),
  ];
  return bodies.flatMap(([name, body]) => {
    const { content = {} } = (resolved(document, body) ?? {}) as { readonly content?: JsonObject };
    const media = Object.values(content) as { readonly examples?: JsonObject }[];
    return media.every(({ examples = {} }) => Object.keys(examples).length > 0)
      ? []
      : [`${id} ${name}`];
  });
}

function resolved(document: JsonObject, value: Json | undefined): Json | undefined {
  const reference = (value as JsonObject | undefined)?.["$ref"];
  return typeof reference === "string" ? valueAt(document, reference.slice(1)) : value;
}
