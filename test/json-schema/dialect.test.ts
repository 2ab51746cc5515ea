/** The dialect of the draft's schemas, judged by ajv, and compared with what the code accepts. */

import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { schemaProblem } from "../../src/json-schema/check-schema.js";
import { holdsSchemas, isObject, isRoleMap, KEYWORDS } from "../../src/json-schema/keywords.js";
import { CAPABILITY_MEMBERS } from "../../src/json-schema/misspelt-keywords.js";
import { nearestFormat } from "../../src/keywords/formats.js";
import { annotationProblem } from "../../src/json-schema/visibility.js";
import { vocabularyOf } from "@proto-gen/runtime/negotiation";
import {
  createAjv,
  DIALECT,
  isStandardSchema,
  refusedPlaces,
  schemaDocuments,
  STANDARD_DIALECT,
} from "../support/dialect.js";
import { published, publishedReleases, repository } from "../support/published.js";

const VOCABULARY = vocabularyOf("proto");
const DRAFT = path.join(repository, "schemas/draft");

describe("the dialect", () => {
  it("is JSON Schema 2020-12, and refers to no other document", () => {
    expect(isStandardSchema(DIALECT)).toBe(true);
    expect(JSON.stringify(DIALECT)).not.toMatch(/"\$(?:dynamicRef|ref)":"[^#]/);
  });

  it("describes the keywords, the annotations and the members of capabilities that the code knows", () => {
    const { requestAnnotation, responseAnnotation, sharedRequestAnnotation } = VOCABULARY;
    const annotations = [requestAnnotation, responseAnnotation, sharedRequestAnnotation];
    expect(Object.keys(DIALECT.properties).sort()).toEqual(
      [...KEYWORDS, ...annotations, ...CAPABILITY_MEMBERS].sort(),
    );
  });

  it("has the names and the versions of proto.json", () => {
    const documents = new Map(schemaDocuments(DRAFT).map(({ file, root }) => [file, root]));
    const { $defs } = documents.get("proto.json") as typeof DIALECT;
    for (const name of ["reverse_domain_name", "version"])
      expect(DIALECT.$defs[name]?.["pattern"]).toBe($defs[name]?.["pattern"]);
  });
});

describe("the dialect accepts", () => {
  const directories = ["2026-11-20", "2026-11-23", "draft"].map((name) =>
    path.join(repository, "schemas", name),
  );

  it.each(directories)("every schema of %s", (directory) => {
    const refused = schemaDocuments(directory).filter(({ root }) => refusedPlaces(root).length > 0);
    expect(refused.map(({ file }) => file)).toEqual([]);
  });

  it("members of an author's own that begin with x-", () => {
    expect(refusedPlaces({ "x-origin": "gift", properties: { a: { "x-origin": 1 } } })).toEqual([]);
  });

  it.skipIf(published === undefined)(
    "every published schema, with the annotations of this protocol's name",
    () => {
      const refused = publishedReleases.flatMap(({ name, schemas: [root] }) =>
        schemaDocuments(root?.directory ?? "")
          .filter(({ root: schema }) => refusedPlaces(renamed(schema)).length > 0)
          .map(({ file }) => `${name}/${file}`),
      );
      // Both list the methods of the embedded transport, and are no schemas.
      expect(refused).toEqual([
        "2026-01-11/services/shopping/embedded.json",
        "2026-01-23/services/shopping/embedded.json",
      ]);
    },
  );

  function renamed(schema: Json): Json {
    const text = JSON.stringify(schema);
    return JSON.parse(
      text.replaceAll(/"ucp_(request|response|shared_request)"/g, '"proto_$1"'),
    ) as Json;
  }
});

describe("the formats that the dialect refuses", () => {
  const { not } = DIALECT.properties["format"] as { readonly not: { readonly enum: string[] } };

  it.each(not.enum)("%s is near one that the generator knows", (format) => {
    expect(nearestFormat(format)).toBeDefined();
  });

  it("are none that a vendor may mean", () => {
    const others = ["mime", "rate", "urn", "int32", "double", "byte", "phone", "color", "uri"];
    expect(others.filter((each) => nearestFormat(each) !== undefined)).toEqual([]);
  });
});

describe("a validator of JSON Schema that knows the dialect", () => {
  it("reads the draft's schemas as the standard ones", () => {
    const ajv = createAjv();
    for (const { root } of schemaDocuments(DRAFT))
      if (isObject(root) && root["$id"] !== DIALECT.$id) ajv.addSchema(root);
    const isBuyer = ajv.getSchema("https://proto.dev/schemas/draft/shopping/types/buyer.json")!;
    expect(isBuyer({ email: "a@example.com" })).toBe(true);
    expect(isBuyer({ email: 1 })).toBe(false);
  });

  it("finds that the draft's schemas name it, and those of a service do not", () => {
    const named = schemaDocuments(DRAFT).filter(({ file }) => file !== "dialect.json");
    expect(new Set(named.map(({ root }) => (root as JsonObject)["$schema"]))).toEqual(
      new Set([DIALECT.$id]),
    );
    expect(DIALECT["$schema"]).toBe(STANDARD_DIALECT);
  });
});

/** Values of every kind, right for some keyword each. As members of a schema, names that begin with x- are data. */
const VALUES: readonly Json[] = [
  ...[null, true, false, 0, 1, -1, 1.5, "", "a", "string", "strnig", "a#b", "#", "^a$", "("],
  ...[[], [1], ["a"], ["a", "a"], ["string"], ["string", "null"], ["strnig"], [{}], [true], [[]]],
  ...[{}, { "x-a": 1 }, { "x-a": {} }, { "x-a:b": true }, { "x-a": "b" }, { "x-a": ["b"] }],
  ...[{ "x-a": ["b", "b"] }, { "x-a": { type: "strnig" } }, { "x-a.b": { type: "strnig" } }],
  ...[{ type: "string" }, { type: "strnig" }, [{ type: "strnig" }], { "x-(": {} }],
];

/** The generator takes what is no list of names for data. */
const STRICTER: ReadonlySet<string> = new Set(["required"]);

describe.each([...KEYWORDS])("the value of %s", (keyword) => {
  const schemas = VALUES.map((value) => ({ [keyword]: value }));

  it("is accepted by the dialect where JSON Schema 2020-12 accepts it", () => {
    const different = schemas.filter(
      (schema) => isStandardSchema(schema) !== (refusedPlaces(schema).length === 0),
    );
    expect(different).toEqual(DIFFERENT_FROM_STANDARD[keyword] ?? []);
  });

  it("is never accepted by the dialect where the generator refuses it", () => {
    const missed = schemas.filter(
      (schema) => schemaProblem(schema) !== undefined && refusedPlaces(schema).length === 0,
    );
    expect(missed).toEqual([]);
  });

  it(`is refused by the dialect alone ${STRICTER.has(keyword) ? "for some values" : "never"}`, () => {
    const place = `/${keyword}`;
    const isRefused = (schema: object): boolean =>
      refusedPlaces(schema).some((at) => at === place || !holdsSchemas(keyword));
    const stricter = schemas.filter(
      (schema) => schemaProblem(schema) === undefined && isRefused(schema),
    );
    expect(stricter.length > 0).toBe(STRICTER.has(keyword));
  });
});

/** The generator refuses it, too: it is a fragment without effect. */
const DIFFERENT_FROM_STANDARD: Readonly<Record<string, readonly object[]>> = {
  $id: [{ $id: "#" }],
};

describe("an annotation", () => {
  it.each(annotationValues().map((value) => [JSON.stringify(value), value] as const))(
    "of the value %s is accepted where the generator accepts it",
    (_, value) => {
      const isAccepted = refusedPlaces({ [VOCABULARY.requestAnnotation]: value }).length === 0;
      expect(refusedPlaces({ [VOCABULARY.responseAnnotation]: value }).length === 0).toBe(
        isAccepted,
      );
      expect(isAccepted).toBe(
        annotationProblem(value) === undefined && !isRefusedByDialectOnly(value),
      );
    },
  );
});

function annotationValues(): Json[] {
  const words: Json[] = ["omit", "required", "optional", "hidden", "Omit", "", null, true, 1];
  const transitions = [
    ...words.flatMap((from) => ["omit", "hidden", null].map((to) => ({ from, to }))),
    ...[{}, { from: "omit" }, { to: "omit" }, { from: "omit", to: "omit", description: "Why." }],
    ...[{ from: "omit", to: "omit", until: "2027" }, "omit", [], null],
  ].map((transition) => ({ transition }));
  const entries: Json[] = [...words, ...transitions, [], ["omit"], {}];
  return [
    ...entries,
    ...entries.map((create) => ({ create })),
    ...entries.map((create) => ({ create, update: "omit" })),
    ...entries.map((own) => ({ a_verb_of_a_vendor: own })),
    ...words.map((update) => ({ transition: { from: "omit", to: "omit" }, update })),
  ];
}

/** A transition with members of its own, beside others, or that is no object, which the generator takes for an operation. */
function isRefusedByDialectOnly(value: Json): boolean {
  if (!isObject(value)) return false;
  const { transition, ...others } = value;
  if (transition === undefined) return Object.values<Json>(others).some(isRefusedByDialectOnly);
  return !isObject(transition) || "until" in transition || Object.keys(others).length > 0;
}

describe("an entry of $defs with a capability's name", () => {
  const wrong = { type: "strnig" };

  it.each<[string, Json]>([
    ["roles", { platform_schema: { type: "object" }, business_schema: true }],
    ["no members", {}],
    ["a role that is no schema", { platform_schema: 1 }],
    ...[...KEYWORDS].map((keyword): [string, Json] => [
      keyword,
      { [keyword]: {}, platform_schema: {} },
    ]),
  ])("is a map of roles where the code takes it for one: %s", (_, entry) => {
    const $defs = { "com.example.gift": { ...(entry as JsonObject), vendor_schema: wrong } };
    const place = "/$defs/com.example.gift/vendor_schema";
    const isMap = isRoleMap("com.example.gift", $defs["com.example.gift"]);
    expect(refusedPlaces({ $defs }).includes(`${place}/type`)).toBe(isMap);
    expect(refusedPlaces({ $defs }).includes(place)).toBe(!isMap);
  });

  it("is a schema under a name without a dot", () => {
    const roles = { platform_schema: { type: "object" } };
    expect(refusedPlaces({ $defs: { "com.example.gift": roles } })).toEqual([]);
    expect(refusedPlaces({ $defs: { gift: roles } })).toEqual(["/$defs/gift/platform_schema"]);
  });
});
