/** What a `$ref` means, and which are followed (DESIGN §4, JSON Schema 2020-12 §8). */

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ProtoGenError, type Diagnostic } from "../../src/errors.js";
import { load } from "../support/load.js";
import type { Sources } from "../../src/load/sources.js";
import {
  capability,
  CHECKOUT,
  checkoutAndGift,
  GIFT,
  profileOf,
  release,
  rootOf,
  runTool,
  SCHEMAS,
  SERVED,
  type ReleaseFiles,
} from "../support/release.js";

async function loaded(files: ReleaseFiles): Promise<Sources> {
  const given = release(files);
  return load({ profile: given.profile, schemas: [rootOf(given)] });
}

async function refusal(files: ReleaseFiles): Promise<Diagnostic | undefined> {
  try {
    await loaded(files);
    return undefined;
  } catch (error) {
    if (error instanceof ProtoGenError) return error.diagnostics[0];
    throw error;
  }
}

/** The documents beside the checkout, by name below the root. */
function documentsOf({ documents }: Sources): string[] {
  return [...documents.keys()]
    .map((uri) => uri.replace(`${SCHEMAS}/`, ""))
    .filter((name) => name !== "checkout.json")
    .sort();
}

function checkout(schema: object): Record<string, unknown> {
  return { "checkout.json": { type: "object", ...schema } };
}

const ITEM = { type: "object", properties: { id: { type: "string" } } };

describe("a relative $ref", () => {
  const moved = { $id: `${SCHEMAS}/v1/checkout.json`, properties: { item: { $ref: "item.json" } } };

  it("resolves against the document's $id, not against its place", async () => {
    const sources = await loaded({
      schemas: { ...checkout(moved), "item.json": { type: "string" }, "v1/item.json": ITEM },
    });
    expect(documentsOf(sources)).toEqual(["v1/item.json"]);
    expect(sources.resolve(moved.$id, `${SCHEMAS}/checkout.json`, "item.json")?.schema).toEqual(
      ITEM,
    );
    expect(sources.notices).toEqual([]);
  });

  it("resolves against the file's place where the $id leads nowhere, with a notice", async () => {
    const sources = await loaded({ schemas: { ...checkout(moved), "item.json": ITEM } });
    expect(documentsOf(sources)).toEqual(["item.json"]);
    expect(sources.resolve(moved.$id, `${SCHEMAS}/checkout.json`, "item.json")?.schema).toEqual(
      ITEM,
    );
    expect(sources.notices).toEqual([
      {
        code: "LOAD_REF_BY_PLACE",
        message: expect.stringContaining(moved.$id) as string,
        place: {
          file: "schemas/checkout.json",
          pointer: "/properties/item/$ref",
          line: 6,
          column: 15,
        },
      },
    ]);
  });

  it("is looked for once, and what was not found is remembered", async () => {
    const sources = await loaded({ schemas: { ...checkout(moved), "item.json": ITEM } });
    expect(sources.absent).toContain(`${SCHEMAS}/v1/item.json`);
  });

  it("resolves against the nearest $id around it", async () => {
    const nested = { $id: "v2/part.json", properties: { item: { $ref: "item.json" } } };
    const sources = await loaded({
      schemas: { ...checkout({ $defs: { nested } }), "v2/item.json": ITEM },
    });
    expect(documentsOf(sources)).toEqual(["v2/item.json"]);
  });
});

describe("a document", () => {
  it("is found by its place, else by its $id", async () => {
    const given = release({
      schemas: {
        "elsewhere/c.json": { $id: `${SCHEMAS}/item.json`, ...ITEM },
        ...checkout({ properties: { item: { $ref: "item.json" } } }),
      },
    });
    const sources = await load({ profile: given.profile, schemas: [rootOf(given)] });
    expect(sources.documents.get(`${SCHEMAS}/elsewhere/c.json`)?.file).toBe(
      "schemas/elsewhere/c.json",
    );
    expect(sources.schemas.at(`${SCHEMAS}/item.json`)?.document).toBe(
      `${SCHEMAS}/elsewhere/c.json`,
    );
  });

  it("is found by its $id in a root without a prefix", async () => {
    const given = release({
      schemas: {
        "deep/down.json": { $id: `${SCHEMAS}/checkout.json`, ...ITEM },
        "checkout.json": {},
      },
    });
    const sources = await load({
      profile: given.profile,
      schemas: [{ directory: given.schemas, label: "schemas" }],
    });
    expect(sources.documents.get(`${SCHEMAS}/checkout.json`)?.file).toBe("schemas/deep/down.json");
  });

  it.each<[string, unknown]>([
    ["true", "true"],
    ["false", "false"],
    ["an empty object", {}],
  ])("may be %s: each is a schema (JSON Schema §4.3)", async (_, content) => {
    const sources = await loaded({
      schemas: { ...checkout({ properties: { any: { $ref: "any.json" } } }), "any.json": content },
    });
    expect(documentsOf(sources)).toEqual(["any.json"]);
  });

  it("is frozen, down to its leaves", async () => {
    const root = (await loaded({ schemas: checkout({ required: ["id"] }) })).documents.get(
      `${SCHEMAS}/checkout.json`,
    )?.root as { readonly required: object };
    expect(Object.isFrozen(root) && Object.isFrozen(root.required)).toBe(true);
  });

  it("is read once, however many refer to it, itself included", async () => {
    const sources = await loaded({
      schemas: {
        ...checkout({
          properties: {
            self: { $ref: "#" },
            a: { $ref: "item.json" },
            b: { $ref: "item.json#/properties/id" },
          },
        }),
        "item.json": {
          ...ITEM,
          properties: { id: { type: "string" }, checkout: { $ref: "checkout.json" } },
        },
      },
    });
    expect(documentsOf(sources)).toEqual(["item.json"]);
  });
});

describe("a document that is not JSON", () => {
  it.each(['"$id":"ID"', '"$id": "ID"', '"$id" :\n  "ID"'])(
    "is named where its text has the $id that is looked for: %s",
    async (id) => {
      const broken = `{ ${id.replace("ID", `${SCHEMAS}/item.json`)}, }`;
      const found = await refusal({
        schemas: {
          "elsewhere/broken.json": broken,
          ...checkout({ properties: { item: { $ref: "item.json" } } }),
        },
      });
      expect(found).toMatchObject({
        code: "JSON_SYNTAX",
        place: { file: "schemas/elsewhere/broken.json" },
      });
    },
  );
});

describe("a $ref that is none", () => {
  it.each<[string, object]>([
    ["under an unknown keyword", { embedded: { schema: { $ref: "nowhere.json" } } }],
    ["under x-*", { "x-form": { $ref: "nowhere.json" } }],
    ["beside a name", { name: { $ref: "nowhere.json" } }],
    ["in a const", { const: { $ref: "nowhere.json" } }],
    ["in an enum", { enum: [{ $ref: "nowhere.json" }] }],
    ["in a default", { default: { $ref: "nowhere.json" } }],
    ["in an example", { examples: [{ $ref: "nowhere.json" }] }],
    ["named so by a property", { properties: { $ref: { type: "string" } } }],
  ])("%s is data, and is not followed", async (_, schema) => {
    const sources = await loaded({ schemas: checkout(schema) });
    expect(documentsOf(sources)).toEqual([]);
    expect(sources.absent.filter((uri) => uri.endsWith("nowhere.json"))).toEqual([]);
  });
});

it("what stands under an unknown keyword is a schema once a $ref leads there", async () => {
  const schema = {
    properties: { a: { $ref: "#/x-parts/a" } },
    "x-parts": { a: { properties: { item: { $ref: "item.json" } } }, b: { $ref: "nowhere.json" } },
  };
  const sources = await loaded({ schemas: { ...checkout(schema), "item.json": ITEM } });
  expect(documentsOf(sources)).toEqual(["item.json"]);
});

describe("every place of a schema is walked", () => {
  const item = { $ref: "item.json" };

  it.each<[string, object]>([
    ["a property named properties", { properties: { properties: item } }],
    ["a property named anyOf", { properties: { anyOf: item } }],
    ["additionalProperties", { additionalProperties: item }],
    ["patternProperties", { patternProperties: { "^x-": item } }],
    ["propertyNames", { propertyNames: item }],
    ["if", { if: item }],
    ["then", { then: item }],
    ["not", { not: item }],
    ["prefixItems", { prefixItems: [{}, item] }],
    ["contains", { contains: item }],
    ["dependentSchemas", { dependentSchemas: { a: item } }],
    ["unevaluatedProperties", { unevaluatedProperties: item }],
    ["$defs of $defs", { $defs: { a: { $defs: { b: item } } } }],
    ["beside another $ref", { $ref: "#/$defs/a", $defs: { a: {} }, allOf: [item] }],
  ])("%s", async (_, schema) => {
    expect(
      documentsOf(await loaded({ schemas: { ...checkout(schema), "item.json": ITEM } })),
    ).toEqual(["item.json"]);
  });

  it("a map of roles in $defs (DESIGN §6)", async () => {
    const roles = {
      $defs: { [GIFT]: { platform_schema: item, business_schema: { type: "object" } } },
    };
    const files = { capabilities: checkoutAndGift(), schemas: { "gift.json": roles } };
    expect(
      documentsOf(await loaded({ ...files, schemas: { ...files.schemas, "item.json": ITEM } })),
    ).toEqual(["gift.json", "item.json"]);
    expect(await refusal(files)).toMatchObject({
      code: "LOAD_REF_UNRESOLVED",
      place: { file: "schemas/gift.json", pointer: `/$defs/${GIFT}/platform_schema/$ref` },
    });
  });
});

describe("the fragment of a $ref", () => {
  it.each<[string, string]>([
    ["an anchor", "item.json#total"],
    ["a pointer", "item.json#/$defs/total"],
    ["a pointer with escapes", "item.json#/$defs/a~1b%20c"],
    ["nothing", "item.json#"],
  ])("may be %s", async (_, $ref) => {
    const document = { $defs: { total: { $anchor: "total", type: "integer" }, "a/b c": {} } };
    expect(
      documentsOf(
        await loaded({
          schemas: { ...checkout({ properties: { x: { $ref } } }), "item.json": document },
        }),
      ),
    ).toEqual(["item.json"]);
  });

  it.each<[string, string]>([
    ["an anchor", "#missing"],
    ["a definition", "#/$defs/missing"],
    ["a place that holds no schema", "#/required"],
    ["an escape that does not decode", "#/%ff"],
  ])("must be there: %s", async (_, $ref) => {
    expect(
      await refusal({ schemas: checkout({ required: ["id"], properties: { x: { $ref } } }) }),
    ).toMatchObject({
      code: "LOAD_REF_UNRESOLVED",
      place: { pointer: "/properties/x/$ref" },
    });
  });
});

/** Schemas that apply to one value, each within the one before. */
function nested(count: number, wrap: (next: object) => object): object {
  let schema: object = { maxLength: 1 };
  for (let index = 0; index < count; index++) schema = wrap(schema);
  return schema;
}

describe("schemas that apply to one value", () => {
  it.each<[string, number, (next: object) => object]>([
    ["anyOf", 101, (next) => ({ anyOf: [next] })],
    ["dependentSchemas", 101, (next) => ({ dependentSchemas: { a: next } })],
    ["if", 101, (next) => ({ if: next })],
  ])("are refused where %s makes too many of them", async (_, count, wrap) => {
    expect(await refusal({ schemas: checkout(nested(count, wrap)) })).toMatchObject({
      code: "SCHEMA_TOO_LARGE",
      place: { file: "schemas/checkout.json" },
    });
    expect(await refusal({ schemas: checkout(nested(20, wrap)) })).toBeUndefined();
  });

  it("are counted over references, too", async () => {
    const names = Array.from({ length: 1_001 }, (_, index) => `d${index}`);
    const $defs = Object.fromEntries(
      names.map((name, index) => [name, index === 1_000 ? {} : { $ref: `#/$defs/d${index + 1}` }]),
    );
    expect(await refusal({ schemas: checkout({ $ref: "#/$defs/d0", $defs }) })).toMatchObject({
      code: "SCHEMA_TOO_LARGE",
    });
  });
});

describe("a capability's schema", () => {
  it("may be a part of a document", async () => {
    const sources = await loaded({
      capabilities: {
        [CHECKOUT]: [{ version: "2026-01-01", schema: `${SCHEMAS}/all.json#/$defs/checkout` }],
      },
      schemas: { "all.json": { $defs: { checkout: ITEM } } },
    });
    expect([...sources.documents.keys()]).toEqual([`${SCHEMAS}/all.json`]);
  });

  it("is read for every version that the profile declares", async () => {
    const sources = await loaded({
      capabilities: {
        [CHECKOUT]: [
          ...(capability(CHECKOUT)[CHECKOUT] ?? []),
          { version: "draft", schema: `${SCHEMAS}/draft.json` },
        ],
      },
      schemas: { "draft.json": ITEM },
    });
    expect(documentsOf(sources)).toEqual(["draft.json"]);
  });
});

describe("the schema of the profile itself", () => {
  const PROFILE = { type: "object" };

  it("is the nearest discovery/profile.json above a capability's schema", async () => {
    const near = `${SCHEMAS}/discovery/profile.json`;
    const sources = await loaded({ schemas: { "discovery/profile.json": PROFILE } });
    expect(sources.profileSchema).toBe(near);
    expect(sources.absent).toEqual([]);
  });

  it("may be a document that a capability refers to", async () => {
    const near = `${SCHEMAS}/discovery/profile.json`;
    const sources = await loaded({
      schemas: {
        ...checkout({ properties: { of: { $ref: "discovery/profile.json" } } }),
        "discovery/profile.json": PROFILE,
      },
    });
    expect(sources.profileSchema).toBe(near);
  });

  it("is remembered as absent, so that a run notices when it is added", async () => {
    const given = release({ profile: profileOf(capability(CHECKOUT), SERVED) });
    expect((await runTool(given.args)).code).toBe(0);
    expect((await runTool(given.args)).err).toContain("up to date");
    mkdirSync(path.join(given.schemas, "discovery"));
    writeFileSync(path.join(given.schemas, "discovery/profile.json"), JSON.stringify(PROFILE));
    expect((await runTool(given.args)).err).toContain("wrote");
  });
});
