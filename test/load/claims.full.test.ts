/** Which URLs a document may take by `$id` and by anchor, following from where it was found (DESIGN §4). */

import path from "node:path";
import { describe, expect, it } from "vitest";
import { ProtoGenError, type Diagnostic } from "../../src/errors.js";
import { load } from "../support/load.js";
import { parseRoot, type SchemaRoot } from "../../src/load/schema-root.js";
import { put, temporaryDirectory } from "../write/temporary.js";

const PACKAGE = "https://proto.dev/schemas/2026-11-20";
const BUYER = `${PACKAGE}/shopping/types/buyer.json`;
const CHECKOUT = `${PACKAGE}/shopping/checkout.json`;
const GIFT = "com.example.gift";

interface Run {
  /** The error, as `CODE file pointer, the other place`; undefined for a run that succeeds. */
  readonly refusal: string | undefined;
  readonly hint: string | undefined;
  readonly notices: readonly string[];
}

interface Given {
  readonly files: Readonly<Record<string, unknown>>;
  /** `DIR` or `DIR=PREFIX`, below a directory of this run. */
  readonly roots: readonly string[];
  readonly schema?: string;
}

async function run({ files, roots, schema }: Given): Promise<Run> {
  const directory = temporaryDirectory();
  for (const [file, content] of Object.entries(files))
    put(directory, file, typeof content === "string" ? content : JSON.stringify(content));
  put(directory, "profile.json", JSON.stringify(profile(schema)));
  const schemas: SchemaRoot[] = roots.map((root) => ({
    ...parseRoot(`${directory}/${root}`),
    label: root.split("=")[0] as string,
  }));
  try {
    const { notices } = await load({ profile: `${directory}/profile.json`, schemas });
    const [error] = notices.filter(({ code }) => code === "LOAD_DUPLICATE_ID");
    return { refusal: error && textOf(error), hint: undefined, notices: notices.map(noticeText) };
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    const [first] = error.diagnostics as [Diagnostic];
    const text = textOf(first);
    return { refusal: text, hint: first.hint, notices: error.diagnostics.map(noticeText) };
  }
}

function textOf({ code, place, related = [] }: Diagnostic): string {
  const places = [place, ...related.map((each) => each.place)];
  const shown = places.map(({ file = "", pointer = "" } = { file: "" }) =>
    `${path.isAbsolute(file) ? path.basename(file) : file} ${pointer}`.trim(),
  );
  return `${code} ${shown.join(", ")}`;
}

function noticeText({ code, message }: Diagnostic): string {
  return `${code}: ${message}`;
}

function profile(schema = "https://example.com/schemas/gift.json"): object {
  const capability = (url: string, more: object = {}): object => ({
    version: "2026-11-20",
    schema: url,
    ...more,
  });
  const capabilities = {
    "dev.proto.shopping.checkout": [capability(CHECKOUT)],
    [GIFT]: [capability(schema, { extends: "dev.proto.shopping.checkout" })],
  };
  return { proto: { version: "2026-11-20", services: {}, capabilities } };
}

/** The extension, with more members of its document, and of its entry. */
function gift(more: object = {}, defs: object = {}): object {
  return {
    $id: "https://example.com/schemas/gift.json",
    $defs: {
      ...defs,
      "dev.proto.shopping.checkout": {
        allOf: [{ $ref: CHECKOUT }, { type: "object", properties: { note: { type: "string" } } }],
      },
    },
    ...more,
  };
}

const OTHER_BUYER = { $id: BUYER, type: "object", properties: { nickname: { type: "string" } } };
const GIVEN = ["schemas=https://example.com/schemas"];

function embedding(defs: object, roots: readonly string[] = GIVEN): Promise<Run> {
  return run({ files: { "schemas/gift.json": gift({}, defs) }, roots });
}

const PACKAGES_PLACE = "schemas/2026-11-20/shopping/types/buyer.json /$id";

describe("an $id at another host than the prefix", () => {
  it.each<[string, object, string]>([
    ["of an entry of $defs", { a: OTHER_BUYER }, "/$defs/a/$id"],
    ["two deep", { a: { $defs: { b: OTHER_BUYER } } }, "/$defs/a/$defs/b/$id"],
    ["in items", { a: { type: "array", items: OTHER_BUYER } }, "/$defs/a/items/$id"],
    ["in allOf", { a: { allOf: [OTHER_BUYER] } }, "/$defs/a/allOf/0/$id"],
    ["in if", { a: { if: OTHER_BUYER } }, "/$defs/a/if/$id"],
    ["in not", { a: { not: OTHER_BUYER } }, "/$defs/a/not/$id"],
    ["in a property", { a: { properties: { b: OTHER_BUYER } } }, "/$defs/a/properties/b/$id"],
    [
      "of a role",
      { "com.example.roles": { platform_schema: OTHER_BUYER } },
      "/$defs/com.example.roles/platform_schema/$id",
    ],
    [
      "in capitals",
      { a: { ...OTHER_BUYER, $id: BUYER.replace("https://proto.dev", "HTTPS://PROTO.DEV:443") } },
      "/$defs/a/$id",
    ],
    [
      "with an escape",
      { a: { ...OTHER_BUYER, $id: BUYER.replace("buyer", "%62uyer") } },
      "/$defs/a/$id",
    ],
    [
      "with dots",
      { a: { ...OTHER_BUYER, $id: BUYER.replace("/types/", "/x/../types/") } },
      "/$defs/a/$id",
    ],
    [
      "relative to such a one",
      {
        a: {
          $id: `${PACKAGE}/shopping/x.json`,
          $defs: { b: { ...OTHER_BUYER, $id: "types/buyer.json" } },
        },
      },
      "/$defs/a/$id",
    ],
  ])("is refused: %s", async (_, defs, pointer) => {
    const { refusal } = await embedding(defs);
    expect(refusal).toContain(`LOAD_ID_OF_OTHER_HOST schemas/gift.json ${pointer}`);
  });

  it("names both places", async () => {
    const { refusal } = await embedding({ a: OTHER_BUYER });
    expect(refusal).toBe(`LOAD_ID_OF_OTHER_HOST schemas/gift.json /$defs/a/$id, ${PACKAGES_PLACE}`);
  });

  it.each([
    ["at another scheme", "http://example.com/schemas/a.json"],
    ["at another port", "https://example.com:8443/schemas/a.json"],
    ["below the host's name", "https://a.example.com/schemas/a.json"],
    ["with the host as user", "https://example.com@example.org/schemas/a.json"],
    ["of nobody", "https://nobody.example.org/a.json"],
  ])("is refused: %s", async (_, $id) => {
    const { refusal } = await embedding({ a: { $id, type: "string" } });
    expect(refusal).toBe("LOAD_ID_OF_OTHER_HOST schemas/gift.json /$defs/a/$id");
  });

  it("is refused for the document itself", async () => {
    const files = { "schemas/gift.json": gift({ $id: CHECKOUT }) };
    const { refusal } = await run({ files, roots: GIVEN });
    expect(refusal).toMatch(
      /^LOAD_ID_OF_OTHER_HOST schemas\/gift\.json \/\$id, schemas\/2026-11-20\//,
    );
  });

  it("is data in an example, and no name", async () => {
    const { refusal } = await embedding({ a: { examples: [OTHER_BUYER], const: OTHER_BUYER } });
    expect(refusal).toBeUndefined();
  });

  it("may be one of no host", async () => {
    const { refusal } = await embedding({ a: { $id: "urn:example:a", type: "string" } });
    expect(refusal).toBeUndefined();
  });
});

describe("an $id at the prefix's host", () => {
  it("is allowed below the prefix", async () => {
    const { refusal } = await embedding({ a: { $id: "parts/a.json", type: "string" } });
    expect(refusal).toBeUndefined();
  });

  it("is refused where another file of the directory has that place", async () => {
    const files = {
      "schemas/gift.json": gift({}, { a: { $id: "other.json", type: "string" } }),
      "schemas/other.json": { type: "integer" },
    };
    const { refusal } = await run({ files, roots: GIVEN });
    expect(refusal).toBe("LOAD_DUPLICATE_ID schemas/gift.json /$defs/a/$id, schemas/other.json");
  });

  const RELEASES = ["one=https://example.com/one", "two=https://example.com/two"];
  const part = (type: string): object => ({ $id: "https://example.com/schemas/part.json", type });
  const note = { allOf: [{ $ref: CHECKOUT }, { properties: { note: { $ref: "part.json" } } }] };
  const releaseOf = ($defs: object): object => ({
    $id: "https://example.com/schemas/gift.json",
    $defs,
  });

  it("counts within its own directory, before that of others", async () => {
    const { sources } = await twoReleases("one");
    const at = (release: string): unknown =>
      sources.documents.get(`https://example.com/${release}/part.json`)?.root;
    expect(at("one")).toEqual(part("string"));
    expect(at("two")).toBeUndefined();
    const other = await twoReleases("two");
    expect(other.sources.documents.get("https://example.com/two/part.json")?.root).toEqual(
      part("integer"),
    );
  });

  async function twoReleases(
    release: string,
  ): Promise<{ sources: Awaited<ReturnType<typeof load>> }> {
    const directory = temporaryDirectory();
    const files = {
      "one/gift.json": releaseOf({ "dev.proto.shopping.checkout": note }),
      "one/part.json": part("string"),
      "two/gift.json": releaseOf({ "dev.proto.shopping.checkout": note }),
      "two/part.json": part("integer"),
      "profile.json": profile(`https://example.com/${release}/gift.json`),
    };
    for (const [file, content] of Object.entries(files))
      put(directory, file, JSON.stringify(content));
    const schemas = RELEASES.map((root) => parseRoot(`${directory}/${root}`));
    return { sources: await load({ profile: `${directory}/profile.json`, schemas }) };
  }

  it("is refused where another directory speaks for it and has such a document", async () => {
    const own = { $id: "https://example.com/two/part.json", type: "string" };
    const files = {
      "one/gift.json": gift({}, {}),
      "one/part.json": own,
      "two/part.json": part("integer"),
    };
    const roots = ["one=https://example.com/schemas", "two=https://example.com/two"];
    const entry = { "dev.proto.shopping.checkout": note };
    const { refusal } = await run({
      files: { ...files, "one/gift.json": { $defs: entry } },
      roots,
    });
    expect(refusal).toBe("LOAD_DUPLICATE_ID one/part.json /$id, two/part.json /$id");
  });

  it("may be one of a directory that was given for the URL above", async () => {
    const files = {
      "one/gift.json": releaseOf({ "dev.proto.shopping.checkout": note }),
      "one/part.json": part("string"),
      "all/schemas/part.json": part("integer"),
    };
    const roots = ["one=https://example.com/one", "all=https://example.com"];
    const { refusal } = await run({ files, roots, schema: "https://example.com/one/gift.json" });
    expect(refusal).toBeUndefined();
  });

  it("is no name for the profile", async () => {
    const files = { "one/gift.json": releaseOf({ "dev.proto.shopping.checkout": note }) };
    const schema = "https://example.com/schemas/gift.json";
    const { refusal, hint } = await run({ files, roots: ["one=https://example.com/one"], schema });
    expect(refusal).toBe(
      "LOAD_SCHEMA_UNRESOLVED profile.json /proto/capabilities/com.example.gift/0/schema, one/gift.json /$id",
    );
    expect(hint).toContain("--schemas DIR=https://example.com/schemas");
  });

  it("is refused where two files of the directory have it", async () => {
    const files = {
      "one/gift.json": releaseOf({ "dev.proto.shopping.checkout": note }),
      "one/part.json": part("string"),
      "one/part2.json": part("integer"),
    };
    const schema = "https://example.com/one/gift.json";
    const { refusal } = await run({ files, roots: ["one=https://example.com/one"], schema });
    expect(refusal).toBe("LOAD_DUPLICATE_ID one/part2.json /$id, one/part.json /$id");
  });
});

describe("a document", () => {
  const PLACE = "https://example.com/schemas/places/gift.json";

  /** @param reference to the document itself, by one of its URLs */
  async function documentsOf(roots: readonly string[], reference: string, schema?: string) {
    const directory = temporaryDirectory();
    const note = { $ref: `${reference}#/$defs/note` };
    const entry = { allOf: [{ $ref: CHECKOUT }, { properties: { note } }] };
    const defs = { note: { type: "string" }, "dev.proto.shopping.checkout": entry };
    put(directory, "schemas/places/gift.json", JSON.stringify(gift({}, defs)));
    put(directory, "profile.json", JSON.stringify(profile(schema)));
    const schemas = roots.map((root) => parseRoot(`${directory}/${root}`));
    const sources = await load({ profile: `${directory}/profile.json`, schemas });
    return {
      uris: [...sources.documents.keys()].filter((uri) => uri.endsWith("gift.json")),
      declared: sources.profile.registry.capabilities.at(-1)?.schema,
    };
  }

  it.each([PLACE, "https://example.com/schemas/gift.json"])(
    "is one, by its place and by its $id: a profile that names %s",
    async (schema) => {
      for (const reference of [PLACE, "https://example.com/schemas/gift.json"]) {
        const given = ["schemas=https://example.com/schemas"];
        const { uris, declared } = await documentsOf(given, reference, schema);
        expect([uris, declared]).toEqual([[PLACE], PLACE]);
      }
    },
  );

  it.each(["https://other.example/2026", "https://example.com/schemas/2026"])(
    "is one where its directory was given for two URLs, in either order: %s",
    async (second) => {
      const roots = ["schemas=https://example.com/schemas", `schemas=${second}`];
      for (const given of [roots, roots.toReversed()]) {
        const reference = `${second}/places/gift.json`;
        const { uris, declared } = await documentsOf(given, reference, PLACE);
        expect([uris, declared]).toEqual([[PLACE], PLACE]);
      }
    },
  );
});

describe("an $id in a directory without a prefix", () => {
  it("is refused where the package has another document of that URL", async () => {
    const files = {
      "schemas/gift.json": gift(),
      "schemas/shopping/types/buyer.json": OTHER_BUYER,
    };
    const { refusal, hint } = await run({ files, roots: ["schemas"] });
    expect(refusal).toBe(
      `LOAD_DUPLICATE_ID schemas/shopping/types/buyer.json /$id, ${PACKAGES_PLACE}`,
    );
    expect(hint).toContain(`--schemas schemas=${PACKAGE}`);
  });

  it("is refused in an entry that nobody refers to", async () => {
    const { refusal } = await embedding({ a: OTHER_BUYER }, ["schemas"]);
    expect(refusal).toBe(`LOAD_DUPLICATE_ID schemas/gift.json /$defs/a/$id, ${PACKAGES_PLACE}`);
  });

  it("is refused where another directory has a document of that URL", async () => {
    const files = {
      "schemas/gift.json": gift({}, { a: { $ref: "a.json" } }),
      "schemas/a.json": { type: "string" },
      "others/a.json": { $id: "https://example.com/schemas/a.json", type: "integer" },
    };
    const { refusal } = await run({ files, roots: [...GIVEN, "others"] });
    expect(refusal).toBe("LOAD_DUPLICATE_ID others/a.json /$id, schemas/a.json");
  });

  it("may be that of a copy", async () => {
    const a = { $id: "https://example.com/schemas/a.json", type: "integer" };
    const files = {
      "schemas/gift.json": gift({}, { a: { $ref: "a.json" } }),
      "schemas/a.json": a,
      "others/a.json": a,
    };
    const { refusal } = await run({ files, roots: [...GIVEN, "others"] });
    expect(refusal).toBeUndefined();
  });

  it("may be one that nobody else has", async () => {
    const { refusal } = await embedding({ a: { $id: "https://example.org/a.json" } }, ["schemas"]);
    expect(refusal).toBeUndefined();
  });

  it("is refused where two files have it", async () => {
    const files = {
      "schemas/a.json": gift(),
      "schemas/b.json": gift({ title: "Another" }),
    };
    const { refusal } = await run({ files, roots: ["schemas"] });
    expect(refusal).toBe("LOAD_DUPLICATE_ID schemas/b.json /$id, schemas/a.json /$id");
  });
});

describe("two equal names in one document", () => {
  it.each<[string, object]>([
    ["two $ids", { a: { $id: "x.json" }, b: { $id: "x.json" } }],
    [
      "a relative and an absolute $id",
      { a: { $id: "x.json" }, b: { $id: "https://example.com/schemas/x.json" } },
    ],
    [
      "two spellings of one $id",
      { a: { $id: "x.json" }, b: { $id: "https://EXAMPLE.com/schemas/%78.json" } },
    ],
  ])("are refused: %s", async (_, defs) => {
    const { refusal } = await embedding(defs);
    expect(refusal).toBe(
      "LOAD_DUPLICATE_ID schemas/gift.json /$defs/b/$id, schemas/gift.json /$defs/a/$id",
    );
  });

  it("are refused: the document's own $id", async () => {
    const { refusal } = await embedding({ b: { $id: "gift.json" } });
    expect(refusal).toBe(
      "LOAD_DUPLICATE_ID schemas/gift.json /$defs/b/$id, schemas/gift.json /$id",
    );
  });

  it.each<[string, string, string]>([
    ["two anchors", "$anchor", "$anchor"],
    ["two dynamic anchors", "$dynamicAnchor", "$dynamicAnchor"],
    ["an anchor and a dynamic anchor", "$anchor", "$dynamicAnchor"],
    ["a dynamic anchor and an anchor", "$dynamicAnchor", "$anchor"],
  ])("are refused: %s", async (_, one, other) => {
    const { refusal } = await embedding({ a: { [one]: "x" }, b: { not: { [other]: "x" } } });
    expect(refusal).toBe(
      `LOAD_DUPLICATE_ANCHOR schemas/gift.json /$defs/b/not/${other}, schemas/gift.json /$defs/a/${one}`,
    );
  });

  it("are refused: both anchors of one schema", async () => {
    const { refusal } = await embedding({ a: { $anchor: "x", $dynamicAnchor: "x" } });
    expect(refusal).toMatch(/^LOAD_DUPLICATE_ANCHOR .*\/\$dynamicAnchor, .*\/\$anchor$/);
  });

  it("may be anchors of two resources", async () => {
    const { refusal } = await embedding({
      a: { $anchor: "x" },
      b: { $id: "b.json", $dynamicAnchor: "x" },
    });
    expect(refusal).toBeUndefined();
  });
});

describe("one $id in two documents", () => {
  const SHARED = { $id: "https://example.com/shared.json", type: "object", title: "Shared" };
  const given = (embedded: object): Promise<Run> =>
    run({
      files: {
        "own/gift.json": gift({}, { a: embedded, b: { $ref: "https://example.com/shared.json" } }),
        "own/shared.json": SHARED,
        "own/other.json": { $ref: "https://example.com/shared.json" },
      },
      roots: ["own"],
    });

  it("may be that of a document and of a copy within another", async () => {
    expect((await given(SHARED)).refusal).toBeUndefined();
  });

  it("may not be that of a document and of something else within another", async () => {
    expect((await given({ ...SHARED, title: "Other" })).refusal).toMatch(/^LOAD_DUPLICATE_ID /);
  });
});

describe("a directory that was given for a release of the package", () => {
  const extension = { "vendor/gift.json": gift() };
  const roots = [`schemas=${PACKAGE}/shopping/types`, "vendor=https://example.com/schemas"];

  it("is the source of every document below, with a notice", async () => {
    const { refusal, hint, notices } = await run({
      files: { ...extension, "schemas/x.json": {} },
      roots,
    });
    expect(refusal).toMatch(/^LOAD_REF_UNRESOLVED schemas\/2026-11-20\/shopping\//);
    expect(hint).toMatch(/^add the file schemas\/[a-z_]+\.json$/);
    expect(notices.at(-1)).toBe(
      `LOAD_RELEASE_REPLACED: the documents below ${PACKAGE}/shopping/types come from schemas, and none from the package`,
    );
  });

  it.each([
    ["is not JSON", "{", "JSON_SYNTAX"],
    ["begins with a byte-order mark", "\ufeff{}", "JSON_ENCODING"],
  ])("names a file that %s", async (_, text, code) => {
    const names = ["buyer", "item", "line_item", "link", "message", "total", "totals"];
    const files = Object.fromEntries(names.map((name) => [`schemas/${name}.json`, text]));
    const { refusal } = await run({ files: { ...extension, ...files }, roots });
    expect(refusal).toMatch(new RegExp(`^${code} schemas/[a-z_]+\\.json`));
  });

  it("is none where the prefix is above the release", async () => {
    const files = { ...extension, "schemas/2026-11-20/shopping/types/buyer.json": OTHER_BUYER };
    const above = ["schemas=https://proto.dev/schemas", "vendor=https://example.com/schemas"];
    const { refusal, hint } = await run({ files, roots: above });
    expect(refusal).toBe(
      `LOAD_DUPLICATE_ID schemas/2026-11-20/shopping/types/buyer.json /$id, ${PACKAGES_PLACE}`,
    );
    expect(hint).toContain(`--schemas schemas/2026-11-20=${PACKAGE}`);
  });
});
