/** Names of types and modules (DESIGN §7), and that no name or text of a schema becomes code (§8). */

import { describe, expect, it } from "vitest";
import { escapePointerToken } from "@proto-gen/runtime/codegen/generator";
import type { Validator } from "@proto-gen/runtime/schema";
import { emit } from "../../src/emit/emit.js";
import type { Model } from "../../src/model/model.js";
import { modelRelease } from "../support/compose-release.js";
import {
  compileErrors,
  importEmitted,
  writeEmitted,
  type EmittedModule,
} from "../support/emitted.js";
import { inlineRelease } from "../support/inline-release.js";

const CHECKOUT = "com.example.shop.checkout";
const CHECKOUT_MODULE = "capabilities/com/example/shop/checkout";
const HOST = "https://example.com/schemas";
const CHECKOUT_URL = `${HOST}/checkout.json`;

type Documents = Readonly<Record<string, object | boolean>>;

/** A release of one capability, whose schema has these keywords; other documents by path below `schemas`. */
async function checkoutModel(
  checkout: object,
  others: Documents = {},
  declaration: object = {},
): Promise<Model> {
  const documents = Object.entries(others).map(([file, schema]) => [
    URL.canParse(file) ? file : `${HOST}/${file}`,
    schema,
  ]);
  return modelRelease(
    inlineRelease({
      documents: {
        [CHECKOUT_URL]: { $id: CHECKOUT_URL, type: "object", ...checkout },
        ...(Object.fromEntries(documents) as Documents),
      },
      capabilities: { [CHECKOUT]: { schema: CHECKOUT_URL, ...declaration } },
    }),
  );
}

/** A schema that differs from all others, so that none of them are one type. */
function thing(member: string, more: object = {}): object {
  return { type: "object", properties: { [member]: { type: "string", ...more } } };
}

/** All that a module exports, its own types and those of others. */
function namesIn(model: Model, path: string): string[] {
  const module = model.modules.find((each) => each.path === path);
  const own = (module?.types ?? []).filter(({ internal }) => !internal);
  return [...own, ...(module?.reexports ?? [])].map(({ name }) => name).sort();
}

function ownNamesIn(model: Model, path: string): string[] {
  return (model.modules.find((each) => each.path === path)?.types ?? [])
    .filter(({ internal }) => !internal)
    .map(({ name }) => name)
    .sort();
}

function modulesOf(model: Model): string[] {
  return model.modules.map(({ path }) => path);
}

describe("where a type's name comes from (§7)", () => {
  it("is the file's stem or the $defs key, in PascalCase", async () => {
    const model = await checkoutModel(
      { properties: { a: { $ref: "types/line_item.json" } }, $defs: { gift_note: thing("b") } },
      { "types/line_item.json": thing("a") },
    );
    expect(namesIn(model, CHECKOUT_MODULE)).toEqual(["Checkout", "GiftNote", "LineItem"]);
  });

  it("is never a title", async () => {
    const titled = (title?: string): Promise<Model> => {
      const named = title === undefined ? {} : { title };
      return checkoutModel(
        {
          ...named,
          properties: {
            a: { $ref: "types/item.json" },
            b: { ...named, type: "object", properties: {} },
          },
          $defs: { note: { ...thing("b"), ...named } },
        },
        { "types/item.json": { ...thing("a"), ...named } },
      );
    };
    const [plain, other] = await Promise.all([titled(), titled("Grand Design")]);
    for (const path of modulesOf(plain)) expect(namesIn(other, path)).toEqual(namesIn(plain, path));
    const files = await emit(other);
    expect(files.filter(({ content }) => /GrandDesign|Grand Design/.test(content))).toEqual([]);
  });

  it("is the role, for roles below a capability's name in $defs", async () => {
    const model = await checkoutModel({
      $defs: {
        "com.example.shop.other": { business_schema: thing("a"), platform_schema: thing("b") },
      },
    });
    expect(namesIn(model, CHECKOUT_MODULE)).toEqual([
      "BusinessSchema",
      "Checkout",
      "PlatformSchema",
    ]);
  });

  it("is the target's, for a $defs entry that is only a $ref", async () => {
    const model = await checkoutModel(
      { $defs: { alias: { $ref: "types/item.json" } } },
      { "types/item.json": thing("a") },
    );
    expect(ownNamesIn(model, CHECKOUT_MODULE)).toEqual(["Checkout"]);
    expect(ownNamesIn(model, "schemas/types/item")).toEqual(["Item"]);
  });
});

describe("where a type lives (§7)", () => {
  it("is the capability's path, or the path of its schema", async () => {
    const model = await checkoutModel(
      { properties: { a: { $ref: "shop/types/line_item.json" } } },
      { "shop/types/line_item.json": thing("a") },
    );
    expect(modulesOf(model)).toEqual([CHECKOUT_MODULE, "index", "schemas/shop/types/line-item"]);
  });

  it("is told by the escapes themselves where they are no UTF-8", async () => {
    const release = inlineRelease({
      documents: {
        [CHECKOUT_URL]: {
          ...{ $id: CHECKOUT_URL, type: "object" },
          properties: { a: { $ref: "types/%ff.json" }, b: { $ref: "types/gift%20card.json" } },
        },
        [`${HOST}/odd.json`]: { $id: `${HOST}/types/%ff.json`, ...thing("a") },
        [`${HOST}/odder.json`]: { $id: `${HOST}/types/gift%20card.json`, ...thing("b") },
      },
      capabilities: { [CHECKOUT]: { schema: CHECKOUT_URL } },
    });
    // Such a file is found by its `$id` only, which is its URI where its directory has none.
    const schemas = release.schemas.map(({ directory, label }) => ({ directory, label }));
    const model = await modelRelease({ ...release, schemas });
    expect(modulesOf(model)).toContain("schemas/types/ff");
    expect(modulesOf(model)).toContain("schemas/types/gift-card");
    expect(namesIn(model, CHECKOUT_MODULE)).toEqual(["Checkout", "Ff", "GiftCard"]);
  });

  it("is the place of its file, whatever its $id", async () => {
    const model = await checkoutModel(
      { properties: { a: { $ref: "types/note.json" } } },
      { "places/a.json": { $id: `${HOST}/types/note.json`, ...thing("a") } },
    );
    expect(modulesOf(model)).toContain("schemas/places/a");
  });

  it("is in a folder of its host, for a schema that another host than the protocol's has", async () => {
    const model = await checkoutModel(
      {
        properties: {
          a: { $ref: "https://vendor.example.org/schemas/types/item.json" },
          b: { $ref: "types/item.json" },
        },
      },
      {
        "https://vendor.example.org/schemas/types/item.json": thing("a"),
        "types/item.json": thing("b"),
      },
    );
    expect(modulesOf(model)).toContain("schemas/vendor.example.org/types/item");
    expect(modulesOf(model)).toContain("schemas/types/item");
  });

  it("has the release in its path only where two releases would meet", async () => {
    const other = {
      "2026-01-01/types/item.json": thing("a"),
      "2026-02-01/types/item.json": thing("b"),
      "2026-01-01/types/link.json": thing("c"),
    };
    const refs = Object.keys(other).map(($ref, index) => [`m${index}`, { $ref }]);
    const model = await checkoutModel({ properties: Object.fromEntries(refs) as object }, other);
    expect(modulesOf(model).filter((path) => path.startsWith("schemas"))).toEqual([
      "schemas/2026-01-01/types/item",
      "schemas/2026-02-01/types/item",
      "schemas/types/link",
    ]);
  });
});

describe("a root with an extension (§7)", () => {
  const gift = `${HOST}/gift.json`;
  const release = {
    documents: {
      [CHECKOUT_URL]: { $id: CHECKOUT_URL, ...thing("id") },
      [gift]: {
        $id: gift,
        $defs: {
          gift_note: thing("text"),
          [CHECKOUT]: {
            allOf: [
              { $ref: "checkout.json" },
              { type: "object", properties: { gift: { $ref: "#/$defs/gift_note" } } },
            ],
          },
        },
      },
    },
    capabilities: {
      [CHECKOUT]: { schema: CHECKOUT_URL },
      "com.example.shop.gift_wrap": { schema: gift, extends: CHECKOUT },
    },
  };

  it("has its name in its own module, in the extension's and in the index", async () => {
    const model = await modelRelease(inlineRelease(release));
    expect(namesIn(model, CHECKOUT_MODULE)).toEqual(["Checkout"]);
    expect(namesIn(model, "capabilities/com/example/shop/gift-wrap")).toEqual([
      "Checkout",
      "GiftNote",
    ]);
    expect(namesIn(model, "index")).toEqual(["Checkout", "GiftNote"]);
  });

  it("is the plain checkout in its own module, and the composed one in the extension's", async () => {
    const load = await emitted("extension", await modelRelease(inlineRelease(release)));
    const wrong = { gift: { text: 1 } };
    expect(validatorIn(await load(CHECKOUT_MODULE), "Checkout").is(wrong)).toBe(true);
    expect(
      validatorIn(await load("capabilities/com/example/shop/gift-wrap"), "Checkout").is(wrong),
    ).toBe(false);
    expect(validatorIn(await load("index"), "Checkout").is(wrong)).toBe(false);
  });
});

describe("equal names in one module (§7)", () => {
  const notes = {
    "types/order.json": { ...thing("a"), $defs: { note: thing("b") } },
    "types/cart.json": { ...thing("c"), $defs: { note: thing("d") } },
  };
  const order = { $ref: "types/order.json#/$defs/note" };
  const cart = { $ref: "types/cart.json#/$defs/note" };

  it("get the file's stem in front, all of them", async () => {
    const model = await checkoutModel({ properties: { order, cart } }, notes);
    expect(ownNamesIn(model, "schemas/types/order")).toEqual(["Note"]);
    expect(namesIn(model, CHECKOUT_MODULE)).toEqual(["CartNote", "Checkout", "OrderNote"]);
  });

  it("get the same names whatever order they are met in", async () => {
    const one = await checkoutModel({ properties: { order, cart } }, notes);
    const other = await checkoutModel({ properties: { cart, order } }, notes);
    const targets = (model: Model): unknown =>
      model.modules
        .find(({ path }) => path === CHECKOUT_MODULE)
        ?.reexports.map(({ name, type }) => [name, type.module]);
    expect(targets(other)).toEqual(targets(one));
  });

  it("leave the plain name to the type that its file is named after", async () => {
    const model = await checkoutModel(
      { properties: { a: { $ref: "types/note.json" }, order } },
      { ...notes, "types/note.json": thing("e") },
    );
    expect(namesIn(model, CHECKOUT_MODULE)).toEqual(["Checkout", "Note", "OrderNote"]);
  });

  it("leave the plain name to the root", async () => {
    const model = await checkoutModel({ $defs: { checkout: thing("a") } });
    expect(namesIn(model, CHECKOUT_MODULE)).toHaveLength(2);
    expect(namesIn(model, CHECKOUT_MODULE)).toContain("Checkout");
    expect(
      model.modules
        .find(({ path }) => path === CHECKOUT_MODULE)
        ?.types.find(({ name }) => name === "Checkout")?.definition.origin.pointer,
    ).toBe("");
  });

  it("get more of the path in front where stems are equal too", async () => {
    const model = await checkoutModel(
      { properties: { a: { $ref: "a/item.json" }, b: { $ref: "b/item.json" } } },
      { "a/item.json": thing("a"), "b/item.json": thing("b") },
    );
    const names = namesIn(model, CHECKOUT_MODULE);
    expect(new Set(names).size).toBe(3);
    expect(names.filter((name) => /\d$/.test(name))).toEqual([]);
  });

  it("are an error that names both where qualification leaves them equal", async () => {
    const clash = checkoutModel({ $defs: { line_item: thing("a"), lineItem: thing("b") } });
    await expect(clash).rejects.toThrow(/MODEL_NAME_CLASH/);
    await expect(clash).rejects.toThrow(/LineItem/);
    await expect(clash).rejects.toThrow(/line_item.*lineItem|lineItem.*line_item/s);
  });

  it("say where the clash is, in the author's file", async () => {
    const clash = checkoutModel({ $defs: { line_item: thing("a"), lineItem: thing("b") } });
    await expect(clash).rejects.toThrow(/^ +\S*checkout\.json:\d+:\d+/m);
  });
});

describe("names of views (§7)", () => {
  const annotated = {
    ...thing("note"),
    properties: {
      id: { type: "string", proto_request: "omit" },
      note: { type: "string", proto_request: { create: "required", update: "optional" } },
    },
  };

  it("have direction and operation behind the plain name", async () => {
    const model = await checkoutModel({ properties: annotated.properties });
    expect(namesIn(model, CHECKOUT_MODULE)).toEqual([
      "Checkout",
      "CheckoutCreateRequest",
      "CheckoutUpdateRequest",
    ]);
  });

  it("reach the types that the root refers to", async () => {
    const model = await checkoutModel(
      { properties: { ...annotated.properties, item: { $ref: "types/item.json" } } },
      { "types/item.json": annotated },
    );
    expect(namesIn(model, "schemas/types/item")).toEqual([
      "Item",
      "ItemCreateRequest",
      "ItemUpdateRequest",
    ]);
  });

  it("are one for all operations where the file shares its request", async () => {
    const model = await checkoutModel(
      { properties: { ...annotated.properties, item: { $ref: "types/item.json" } } },
      { "types/item.json": { proto_shared_request: true, ...annotated } },
    );
    expect(namesIn(model, "schemas/types/item")).toEqual(["Item", "ItemRequest"]);
  });

  it("are the plain name where the view says the same", async () => {
    const model = await checkoutModel(
      { properties: { ...annotated.properties, item: { $ref: "types/item.json" } } },
      { "types/item.json": thing("a") },
    );
    expect(namesIn(model, "schemas/types/item")).toEqual(["Item"]);
  });

  it("are the plain name where the view says the same and only requests reach it", async () => {
    const model = await checkoutModel(
      {
        properties: {
          ...annotated.properties,
          item: { $ref: "types/item.json", proto_response: "omit" },
        },
      },
      { "types/item.json": thing("a") },
    );
    expect(namesIn(model, "schemas/types/item")).toEqual(["Item"]);
  });

  it("are both there where two operations differ from the plain type and not from each other", async () => {
    const item = { type: "object", properties: { id: { type: "string", proto_request: "omit" } } };
    const model = await checkoutModel(
      { properties: { ...annotated.properties, item: { $ref: "types/item.json" } } },
      { "types/item.json": item },
    );
    expect(namesIn(model, "schemas/types/item")).toEqual([
      "Item",
      "ItemCreateRequest",
      "ItemUpdateRequest",
    ]);
    expect(ownNamesIn(model, "schemas/types/item")).toEqual(["Item", "ItemCreateRequest"]);
  });

  it("are the $defs keys alone, for the shapes of a container", async () => {
    const model = await modelRelease(
      inlineRelease({
        documents: {
          [CHECKOUT_URL]: {
            $id: CHECKOUT_URL,
            $defs: {
              search_request: thing("a"),
              search_response: { ...thing("b"), properties: { item: { $ref: "types/item.json" } } },
            },
          },
          [`${HOST}/types/item.json`]: thing("c"),
        },
        capabilities: { [CHECKOUT]: { schema: CHECKOUT_URL } },
      }),
    );
    expect(namesIn(model, CHECKOUT_MODULE)).toEqual(["Item", "SearchRequest", "SearchResponse"]);
  });
});

/** Emits, compiles under all strict options and imports; where it does not compile, that is the failure. */
async function emitted(
  name: string,
  model: Model,
): Promise<(path: string) => Promise<EmittedModule>> {
  const files = await emit(model);
  const directory = writeEmitted(`names-${name}`, files);
  expect(compileErrors(directory, files)).toEqual([]);
  return (path) => importEmitted(directory, `${path}.ts`);
}

function validatorIn(module: EmittedModule, name: string): Validator<unknown> {
  expect(Object.keys(module)).toContain(name);
  return module[name] as Validator<unknown>;
}

/** The root's validator, as `emitted` has it. */
async function checkoutValidator(name: string, model: Model): Promise<Validator<unknown>> {
  const load = await emitted(name.replaceAll(/\W+/g, "-"), model);
  return validatorIn(await load(CHECKOUT_MODULE), "Checkout");
}

describe("names that the language or generated modules use (§7, §8)", () => {
  it("gives no type the name Record", async () => {
    const model = await checkoutModel({
      $defs: {
        record: thing("a"),
        map: { type: "object", additionalProperties: { type: "string" } },
      },
    });
    expect(namesIn(model, CHECKOUT_MODULE)).toContain("CheckoutRecord");
    expect(namesIn(model, CHECKOUT_MODULE)).not.toContain("Record");
    const load = await emitted("record", model);
    expect(validatorIn(await load(CHECKOUT_MODULE), "Map").is({ a: "b" })).toBe(true);
  });

  it.each(["validator", "issues", "attribution", "evaluated", "json"])(
    "lets a $defs key %s take no import's place",
    async (key) => {
      const model = await checkoutModel({ $defs: { [key]: thing("a"), check: thing("b") } });
      const load = await emitted(`reserved-${key}`, model);
      expect(validatorIn(await load(CHECKOUT_MODULE), "Check").is({ b: 1 })).toBe(false);
    },
  );

  const globals = [
    "Array",
    "Boolean",
    "Error",
    "Infinity",
    "JSON",
    "Map",
    "Math",
    "NaN",
    "Number",
    "Object",
    "Partial",
    "Promise",
    "Reflect",
    "RegExp",
    "Request",
    "Response",
    "Set",
    "String",
    "Symbol",
    "Uint8Array",
    "undefined",
    "any",
    "never",
    "unknown",
  ];

  it("lets types be named like globals", async () => {
    const everything = {
      type: "object",
      required: ["list"],
      properties: {
        list: {
          type: "array",
          items: { type: "number", multipleOf: 0.1 },
          uniqueItems: true,
          contains: { const: 1 },
        },
        map: { type: "object", additionalProperties: { enum: [{ a: 1 }, [2]] }, minProperties: 1 },
        text: { type: "string", maxLength: 3, pattern: "^a", format: "uri" },
      },
      unevaluatedProperties: false,
    };
    const model = await checkoutModel({
      ...everything,
      $defs: Object.fromEntries(globals.map((name, index) => [name, thing(`m${index}`)])) as object,
    });
    const load = await emitted("globals", model);
    const { is } = validatorIn(await load(CHECKOUT_MODULE), "Checkout");
    expect(
      [{ list: [1, 0.3] }, { list: [1], map: { x: { a: 1 } } }].map((each) => is(each)),
    ).toEqual([true, true]);
    expect(
      [{ list: [2] }, { list: [1, 1] }, { list: [1], map: {} }, { list: [1], x: 1 }].map((each) =>
        is(each),
      ),
    ).toEqual([false, false, false, false]);
  });

  it("lets a helper of one type and the check of another have one wish", async () => {
    const model = await checkoutModel({
      $defs: {
        link: {
          type: "object",
          properties: { kind: { anyOf: [{ enum: ["a"] }, { type: "integer", minimum: 5 }] } },
        },
        link_any: thing("a"),
        LinkAny2: thing("b"),
      },
    });
    const module = await (await emitted("helpers", model))(CHECKOUT_MODULE);
    expect(validatorIn(module, "Link").is({ kind: 4 })).toBe(false);
    expect(validatorIn(module, "LinkAny").is({ a: 4 })).toBe(false);
    expect(validatorIn(module, "LinkAny2").is({ a: 4 })).toBe(true);
  });

  const text = { type: "string" };
  it.each<[string, Readonly<Record<string, object>>, object, object]>([
    [
      "a format's predicate",
      { is_uri: { ...text, format: "uri" } },
      { is_uri: "https://a/" },
      { is_uri: "a b" },
    ],
    [
      "the test for objects",
      { is_object: thing("own") },
      { is_object: { own: "a" } },
      { is_object: { own: 1 } },
    ],
    [
      "the test for arrays",
      { is_array: { type: "array", items: text } },
      { is_array: ["a"] },
      { is_array: [1] },
    ],
    [
      "the count of characters",
      { length_of: { ...text, maxLength: 1 } },
      { length_of: "a" },
      { length_of: "ab" },
    ],
    [
      "the test for multiples",
      { is_multiple: { type: "number", multipleOf: 2 } },
      { is_multiple: 2 },
      { is_multiple: 3 },
    ],
    [
      "the list of names",
      { names: { type: "object", additionalProperties: text } },
      { names: { a: "b" } },
      { names: { a: 1 } },
    ],
    [
      "a step of a pointer",
      { below: { type: "object", propertyNames: { maxLength: 1 } } },
      { below: { a: 1 } },
      { below: { ab: 1 } },
    ],
    [
      "the reader of members",
      { member: text, constructor: text },
      { member: "a", constructor: "a" },
      { constructor: 1 },
    ],
    [
      "the reader of members, for want of letters",
      { "*": text, constructor: text },
      { "*": "a", constructor: "a" },
      { constructor: 1 },
    ],
    [
      "another type's check",
      { check_note: { $ref: "#/$defs/note" } },
      { check_note: { a: "b" } },
      { check_note: { a: 1 } },
    ],
    [
      "an imported type's check",
      { check_item: { $ref: "types/item.json" } },
      { check_item: { a: "b" } },
      { check_item: { a: 1 } },
    ],
    [
      "a constant for a pattern",
      { code_pattern: text, code: { ...text, pattern: "^a$" } },
      { code_pattern: "b", code: "a" },
      { code: "b" },
    ],
    [
      "a constant for an enum",
      { kind_values: text, kind: { enum: ["a", "b"] } },
      { kind_values: "b", kind: "a" },
      { kind: "c" },
    ],
    [
      "the report of a union",
      { fail_union: { anyOf: [{ ...text, maxLength: 1 }, { type: "integer" }] } },
      { fail_union: 1 },
      { fail_union: "ab" },
    ],
    [
      "a helper of its own",
      { check_checkout_any: text, a: { anyOf: [{ ...text, maxLength: 1 }, { type: "integer" }] } },
      { check_checkout_any: "a", a: 1 },
      { a: "ab" },
    ],
    [
      "the issues and the place",
      { issues: text, at: text, value: text },
      { issues: "a", at: "a", value: "a" },
      { at: 1 },
    ],
  ])("lets members be named like %s", async (name, properties, valid, wrong) => {
    const model = await checkoutModel(
      { properties, $defs: { note: thing("a") } },
      { "types/item.json": thing("a") },
    );
    const { is } = await checkoutValidator(`members ${name}`, model);
    expect(is(valid)).toBe(true);
    expect(is(wrong)).toBe(false);
  });

  const words =
    "arguments async at await break case catch class const constructor continue debugger default delete do else enum eval export extends false finally for function get globalThis if implements import in index instanceof interface issues item key let list member new null object of package private protected public return self set static super switch this throw true try type typeof undefined value var void while with yield".split(
      " ",
    );

  it("lets members be named like words of the language and like a check's own variables", async () => {
    const properties = Object.fromEntries(
      words.map((name) => [name, { type: "string" }]),
    ) as object;
    const model = await checkoutModel({ properties, required: words });
    const { is, check } = await checkoutValidator("words", model);
    const valid = Object.fromEntries(words.map((name) => [name, "a"]));
    expect(is(valid)).toBe(true);
    expect(words.filter((name) => is({ ...valid, [name]: 1 }))).toEqual([]);
    expect(
      check({})
        .map(({ pointer }) => pointer)
        .sort(),
    ).toEqual(words.map((name) => `/${name}`).sort());
  });

  it("keeps a local variable for such a member from being one of those words", async () => {
    // A length needs the value twice: the check reads it into a variable named after the member.
    const properties = Object.fromEntries(
      words.map((name) => [name, { type: "string", maxLength: 1 }]),
    ) as object;
    const model = await checkoutModel({ properties });
    const { is } = await checkoutValidator("words-as-variables", model);
    expect(is(Object.fromEntries(words.map((name) => [name, "a"])))).toBe(true);
    expect(words.filter((name) => is({ [name]: "ab" }))).toEqual([]);
  });
});

/** Texts that end comments, strings, templates, patterns and lines, if they are let. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ["a comment's end", "*/ export const hacked = 1; /*"],
  ["a comment's start", "/* //"],
  ["double quotes", '"; hacked(); "'],
  ["single quotes", "'; hacked(); '"],
  ["both quotes", `"'"'`],
  ["a backslash", "\\"],
  ["a backslash before a quote", '\\"'],
  ["a template's slot", "${hacked()}"],
  ["a backtick", "` + hacked() + `"],
  ["a newline", "a\nexport const hacked = 1;\n"],
  ["a carriage return", "a\r\nb"],
  ["a line separator", "a\u2028b\u2029c"],
  ["a null byte", "a\u0000b"],
  ["beyond the basic plane", "\u{1f600}\u{10000}"],
  ["a byte-order mark", "\ufeffa"],
  ["a tag's end", "</script>"],
  ["a pointer's marks", "a/b~c%25d#e"],
  ["nothing", ""],
  ["a space", " "],
  ["a number", "123"],
  ["a negative number", "-1"],
  ["an exponent", "1e3"],
  ["an index signature", "[k: string]"],
  ["accents", "é"],
  ["a modifier", "readonly a?"],
];

const texts = HOSTILE.map(([, text]) => text);

describe("hostile names and texts (§8)", () => {
  it("are members like all others", async () => {
    const properties = members({ type: "string" });
    const model = await checkoutModel({ required: texts, properties, additionalProperties: false });
    const { is, check } = await checkoutValidator("hostile-members", model);
    const pointerOf = (text: string): string => `/${escapePointerToken(text)}`;
    expect(is(members("a"))).toBe(true);
    expect(texts.filter((text) => is(members("a", texts, members(1, [text]))))).toEqual([]);
    expect(
      check({})
        .map(({ pointer }) => pointer)
        .sort(),
    ).toEqual(texts.map(pointerOf).sort());
    expect(
      check(members(1))
        .map(({ pointer }) => pointer)
        .sort(),
    ).toEqual(texts.map(pointerOf).sort());
  });

  it("are members, where every object inherits one of that name", async () => {
    const names = ["__proto__", "constructor", "hasOwnProperty", "toString", "valueOf"];
    const model = await checkoutModel({
      required: names,
      properties: members({ type: "string" }, names),
    });
    const { is, check } = await checkoutValidator("inherited-members", model);
    expect(is(members("a", names))).toBe(true);
    expect(names.filter((name) => is(members("a", names, members(1, [name]))))).toEqual([]);
    expect(
      check({})
        .map(({ pointer }) => pointer)
        .sort(),
    ).toEqual(names.map((name) => `/${name}`).sort());
  });

  it("are members of nested objects, maps and tuples too", async () => {
    const properties = members({ type: "integer" });
    const inner = { type: "object", required: texts, properties };
    const model = await checkoutModel({
      properties: {
        one: inner,
        many: { type: "array", items: inner },
        map: { type: "object", additionalProperties: inner },
        tuple: { type: "array", prefixItems: [inner] },
        union: { oneOf: [inner, { type: "string" }] },
      },
    });
    const { is, check } = await checkoutValidator("hostile-nested", model);
    const good = members(1);
    expect(is({ one: good, many: [good], map: { a: good }, tuple: [good], union: good })).toBe(
      true,
    );
    for (const place of [
      { one: {} },
      { many: [{}] },
      { map: { a: {} } },
      { tuple: [{}] },
      { union: {} },
    ]) {
      expect(check(place)).toHaveLength(texts.length);
    }
  });

  it("are enum values and constants that match themselves alone", async () => {
    const model = await checkoutModel({
      properties: {
        any: { enum: texts },
        open: { anyOf: [{ enum: texts }, { type: "string" }] },
        nested: { enum: texts.map((text) => ({ a: [text] })) },
      },
      $defs: Object.fromEntries(
        texts.map((text, index) => [
          `const_${String.fromCharCode(97 + index / 26)}${String.fromCharCode(97 + (index % 26))}`,
          { const: text },
        ]),
      ) as object,
    });
    const module = await (await emitted("hostile-values", model))(CHECKOUT_MODULE);
    const { is } = validatorIn(module, "Checkout");
    expect(texts.filter((text) => !is({ any: text, open: text, nested: { a: [text] } }))).toEqual(
      [],
    );
    expect(
      texts.filter((text) => is({ any: `${text}!` }) || is({ nested: { a: [`${text}!`] } })),
    ).toEqual([]);
    const constants = Object.entries(module).filter(([name]) => name.startsWith("Const"));
    expect(constants).toHaveLength(texts.length);
    expect(
      constants.map(([, constant]) => texts.filter((text) => constant.is(text)).length),
    ).toEqual(texts.map(() => 1));
  });

  it("are documentation and nothing else", async () => {
    const described = texts.map((description, index) => [
      `m${index}`,
      {
        type: "string",
        description,
        title: description,
        default: description,
        examples: [description],
        $comment: description,
        deprecated: true,
      },
    ]);
    const defs = texts.map((description, index) => [
      `d${String.fromCharCode(97 + index / 26)}${String.fromCharCode(97 + (index % 26))}`,
      { ...thing(`n${index}`), description, title: description },
    ]);
    const model = await checkoutModel({
      properties: Object.fromEntries(described) as object,
      $defs: Object.fromEntries(defs) as object,
    });
    const module = await (await emitted("hostile-texts", model))(CHECKOUT_MODULE);
    expect(validatorIn(module, "Checkout").is({ m0: "a" })).toBe(true);
    expect(Object.keys(module)).not.toContain("hacked");
  });

  it("are the keys of $defs", async () => {
    const keys = [
      "a b*/ c",
      "constructor",
      "__proto__",
      "123",
      "d'\"`${e}",
      "f\ng",
      "h\u2028i",
      "\u{1f600}",
    ];
    const defs: Record<string, object> = {};
    for (const [index, key] of keys.entries())
      Object.defineProperty(defs, key, { value: thing(`m${index}`), enumerable: true });
    const properties = keys.map((key, index) => [
      `p${index}`,
      { $ref: `#/$defs/${encodeURIComponent(escapePointerToken(key))}` },
    ]);
    const model = await checkoutModel({
      properties: Object.fromEntries(properties) as object,
      $defs: defs,
    });
    const module = await (await emitted("hostile-defs", model))(CHECKOUT_MODULE);
    expect(Object.keys(module).filter((name) => /^[A-Z]/.test(name))).toHaveLength(keys.length + 1);
    expect(Object.keys(module)).toEqual(
      expect.arrayContaining(["ABC", "Constructor", "Proto", "Type123"]),
    );
    const { is } = validatorIn(module, "Checkout");
    expect(
      keys.filter(
        (_, index) =>
          !is({ [`p${index}`]: { [`m${index}`]: "a" } }) ||
          is({ [`p${index}`]: { [`m${index}`]: 1 } }),
      ),
    ).toEqual([]);
  });

  it.each([
    ["slashes", "^a/b\\/c[/]$", "a/b/c/", "abc"],
    ["a newline", "^a\nb$", "a\nb", "ab"],
    ["a line separator", "^a\u2028b$", "a\u2028b", "ab"],
    ["a comment", "^/\\*a\\*/$", "/*a*/", "a"],
    ["a template's slot", "^\\$\\{a\\}`$", "${a}`", "a"],
    ["quotes", "^\"'$", "\"'", "a"],
    ["beyond the basic plane", "^\u{1f600}$", "\u{1f600}", "a"],
    ["nothing", "", "a", undefined],
  ])("are patterns with %s", async (name, pattern, matching, other) => {
    const model = await checkoutModel({
      properties: {
        a: { type: "string", pattern },
        b: { type: "object", patternProperties: { [pattern]: { type: "integer" } } },
      },
    });
    const { is } = await checkoutValidator(`hostile-pattern-${name.replaceAll(/\W/g, "-")}`, model);
    expect(is({ a: matching, b: { [matching]: 1 } })).toBe(true);
    expect(is({ b: { [matching]: "x" } })).toBe(false);
    if (other !== undefined) expect(is({ a: other })).toBe(false);
  });

  it("are formats, which mean nothing then", async () => {
    const properties = texts.map((format, index) => [`m${index}`, { type: "string", format }]);
    const model = await checkoutModel({ properties: Object.fromEntries(properties) as object });
    const { is } = await checkoutValidator("hostile-formats", model);
    expect(is({ m0: "a", m1: "b" })).toBe(true);
  });

  it("are the specification's URL", async () => {
    const model = await checkoutModel(
      { properties: {} },
      {},
      { spec: "https://example.com/a*/export const hacked = 1;/*" },
    );
    const module = await (await emitted("hostile-spec", model))(CHECKOUT_MODULE);
    expect(Object.keys(module)).not.toContain("hacked");
  });

  it("are names in dependentRequired, dependentSchemas and propertyNames", async () => {
    const dependent = members(["needed"]);
    const model = await checkoutModel({
      properties: {
        a: { type: "object", dependentRequired: dependent },
        b: { type: "object", propertyNames: { enum: texts } },
      },
    });
    const { is } = await checkoutValidator("hostile-dependents", model);
    expect(is({ a: members(1), b: {} })).toBe(false);
    expect(is({ a: { ...members(1), needed: 1 }, b: members(1) })).toBe(true);
    expect(is({ b: { other: 1 } })).toBe(false);
  });

  it("change the path of a file to one of plain letters", async () => {
    const file = "types/it%20em's%20%24%7Bx%7D%2A.json";
    const model = await checkoutModel(
      { properties: { a: { $ref: `${HOST}/${file}` } } },
      { [file]: thing("a") },
    );
    const module = modulesOf(model).find((path) => path.startsWith("schemas/")) ?? "";
    expect(module).toMatch(/^schemas\/types\/[a-z0-9-]+$/);
    const load = await emitted("hostile-file", model);
    expect(validatorIn(await load(CHECKOUT_MODULE), "Checkout").is({ a: { a: 1 } })).toBe(false);
  });
});

/** An object with these members, as its own whatever their names are, and of one value but for `others`. */
function members(value: unknown, names: readonly string[] = texts, others: object = {}): object {
  const result = {};
  for (const name of names) {
    const other = Object.getOwnPropertyDescriptor(others, name);
    Object.defineProperty(result, name, other ?? { value, enumerable: true });
  }
  return result;
}
