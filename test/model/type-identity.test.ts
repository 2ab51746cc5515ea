/** Which schemas and views are one type, and what each type is called where several want one name (DESIGN §7). */

import { describe, expect, it } from "vitest";
import { candidateNames } from "../../src/model/candidate-names.js";
import type { Model, NamedType } from "../../src/model/model.js";
import { createTypeNamer } from "../../src/model/type-namer.js";
import { modelRelease } from "../support/compose-release.js";
import { inlineRelease } from "../support/inline-release.js";

const CHECKOUT = "com.example.shop.checkout";
const GIFT = "com.example.shop.gift";
const HOST = "https://example.com/schemas";
const ROOT = `${HOST}/checkout.json`;
const ROOT_MODULE = "capabilities/com/example/shop/checkout";
const GIFT_MODULE = "capabilities/com/example/shop/gift";

/** A member that makes each view of its object another type. */
const id = { type: "string", proto_request: { create: "omit", update: "required" } };

type Documents = Readonly<Record<string, object>>;

/** A root and what an extension adds to it; the other documents by URL. */
function model(root: object, addition?: object, others: Documents = {}): Promise<Model> {
  const gift = `${HOST}/gift.json`;
  const { $defs = {}, ...added } = (addition ?? {}) as { readonly $defs?: object };
  const extension = {
    $id: gift,
    $defs: { ...$defs, [CHECKOUT]: { allOf: [{ $ref: "checkout.json" }, added] } },
  };
  const extended = { [GIFT]: { schema: gift, extends: CHECKOUT } };
  return modelRelease(
    inlineRelease({
      documents: {
        [ROOT]: { $id: ROOT, ...root },
        ...(addition === undefined ? {} : { [gift]: extension }),
        ...others,
      },
      capabilities: { [CHECKOUT]: { schema: ROOT }, ...(addition === undefined ? {} : extended) },
    }),
  );
}

function thing(member: string): object {
  return { type: "object", properties: { [member]: { type: "string" } } };
}

/** The names of a module's exports; of other modules' types, with the module's last word and the type's name there. */
function exportsOf({ modules }: Model, path: string): string[] {
  const module = modules.find((each) => each.path === path);
  const own = (module?.types ?? []).filter(({ internal }) => !internal).map(({ name }) => name);
  const others = (module?.reexports ?? []).map(
    ({ name, type }) => `${name} = ${type.module.split("/").at(-1)}.${type.name}`,
  );
  return [...own, ...others].sort();
}

function typeNamed({ modules }: Model, name: string, path = ROOT_MODULE): NamedType {
  const types = modules.find((each) => each.path === path)?.types ?? [];
  const found = types.find((type) => type.name === name);
  if (found === undefined) throw new Error(`${path} has no ${name}`);
  return found;
}

describe("the views of a type", () => {
  it.each([1, 2, 5])("are types of their own where one differs %i references away", async (far) => {
    const names = ["a", "b", "c", "d", "e", "f"].slice(0, far);
    const definitions = names.map((name, index) => {
      const next = names[index + 1];
      const properties = next === undefined ? { id } : { next: { $ref: `#/$defs/${next}` } };
      return [name, { type: "object", properties }] as const;
    });
    // In both orders: what a type refers to may be looked at before it, or after it.
    for (const $defs of [definitions, [...definitions].reverse()].map(Object.fromEntries)) {
      const properties = { id, a: { $ref: "#/$defs/a" } };
      const found = exportsOf(await model({ type: "object", properties, $defs }), ROOT_MODULE);
      const views = ["", "CreateRequest", "UpdateRequest"];
      const wanted = [...names.map((name) => name.toUpperCase()), "Checkout"];
      expect(found).toEqual(wanted.flatMap((name) => views.map((view) => name + view)).sort());
    }
  });
});

describe("a type in whose enum extensions add values", () => {
  it("has one check beside its own, for the set of extensions that is active", async () => {
    const colour = { $dynamicAnchor: "colour", enum: ["red"] };
    const paint = { type: "object", properties: { colour: { $dynamicRef: "#colour" } } };
    const { modules } = await model(
      {
        type: "object",
        properties: { paint: { $ref: "#/$defs/paint" } },
        $defs: { colour, paint },
      },
      { type: "object", $defs: { colour: { ...colour, enum: ["green"] } } },
    );
    const types = modules.flatMap((module) => module.types);
    const paints = types.filter(({ name }) => name.startsWith("Paint"));
    const told = paints.map(({ name, module, internal }) => [name, module, internal] as const);
    expect(told.sort()).toEqual([
      ["Paint", ROOT_MODULE, false],
      ["Paint", GIFT_MODULE, false],
      ["PaintOpen", ROOT_MODULE, true],
    ]);
  });
});

describe("the name of a type in a module", () => {
  it("is that of the view that is asked for; else the type's own", async () => {
    const found = await model({
      type: "object",
      properties: { note: { ...id, proto_request: { create: "omit", update: "omit" } } },
    });
    const nameOf = createTypeNamer(found, "index");
    const type = typeNamed(found, "CheckoutCreateRequest");
    expect(nameOf(type)).toBe("CheckoutCreateRequest");
    for (const operation of ["create", "update"] as const) {
      const view = { direction: "request", operation } as const;
      const name = operation === "create" ? "CheckoutCreateRequest" : "CheckoutUpdateRequest";
      expect(nameOf(type, view)).toBe(name);
    }
    expect(nameOf(type, { direction: "response" })).toBe("CheckoutCreateRequest");
    const elsewhere = createTypeNamer(found, "schemas/nowhere");
    expect(elsewhere(type)).toBe("CheckoutCreateRequest");
  });

  it("has its own module's in it where the module has another type of the name", async () => {
    const found = await model(thing("id"), thing("gift"));
    const base = typeNamed(found, "Checkout", ROOT_MODULE);
    expect(createTypeNamer(found, ROOT_MODULE)(base)).toBe("Checkout");
    expect(createTypeNamer(found, GIFT_MODULE)(base)).toBe("CheckoutCheckout");
  });
});

describe("an extension that adds a type alone", () => {
  it("adds nothing to an object", async () => {
    const found = await model(thing("id"), { type: "object" });
    expect(exportsOf(found, GIFT_MODULE)).toEqual(["Checkout = checkout.Checkout"]);
  });

  it.each([
    ["any type", { properties: { id: { type: "string" } } }],
    ["several types", { ...thing("id"), type: ["object", "null"] }],
  ])("adds to what may be of %s", async (_, root) => {
    expect(exportsOf(await model(root, { type: "object" }), GIFT_MODULE)).toEqual(["Checkout"]);
  });
});

describe("an extension's member of a type that has a name", () => {
  const root = { type: "object", properties: { id, item: { $ref: "types/item.json" } } };
  const others = { [`${HOST}/types/item.json`]: thing("a") };

  it("is in the type of the views that have it; in the others the type is as it is", async () => {
    const item = { type: "object", properties: { wrap: { ...id, type: "boolean" } } };
    const found = await model(root, { type: "object", properties: { item } }, others);
    const items = exportsOf(found, GIFT_MODULE).filter((name) => name.includes("Item"));
    expect(items).toEqual(["Item", "ItemItem = item.Item", "ItemUpdateRequest"]);
  });

  it("extends the type that it is added to, not a type of its own that it includes", async () => {
    const item = { allOf: [{ $ref: "#/$defs/wrapping" }, { $ref: "types/item.json" }] };
    const addition = { type: "object", properties: { item }, $defs: { wrapping: thing("paper") } };
    const found = await model(root, addition, others);
    const items = exportsOf(found, GIFT_MODULE).filter((name) => /Item|Wrapping/.test(name));
    expect(items).toEqual(["Item", "Wrapping"]);
  });
});

describe("a name that several types want", () => {
  it("has the operation where the base has one view for all requests, and the extension has not", async () => {
    const operations = { create: "required", update: "optional" };
    const properties = { note: { type: "string", proto_request: "omit" } };
    const found = await model(
      { type: "object", properties, proto_shared_request: true },
      { type: "object", properties: { gift: { type: "string", proto_request: operations } } },
    );
    const views = ["Checkout", "CheckoutCreateRequest", "CheckoutUpdateRequest"];
    expect(exportsOf(found, ROOT_MODULE)).toEqual(["Checkout", "CheckoutRequest"]);
    expect(exportsOf(found, GIFT_MODULE)).toEqual(views);
    expect(exportsOf(found, "index")).toEqual(views);
  });

  it("has the authority where two have roots of one name", async () => {
    const other = "https://other.example.org/schemas/checkout.json";
    const release = inlineRelease({
      documents: { [ROOT]: { $id: ROOT, ...thing("a") }, [other]: { $id: other, ...thing("b") } },
      capabilities: {
        [CHECKOUT]: { schema: ROOT },
        "org.example.other.checkout": { schema: other },
      },
    });
    expect(exportsOf(await modelRelease(release), "index")).toEqual([
      "ExampleOtherCheckout = checkout.Checkout",
      "ExampleShopCheckout = checkout.Checkout",
    ]);
  });

  it.each([
    ["schemas/types/item.json", "types/item"],
    ["types/item.json", "types/item"],
    ["item.json", "item"],
    ["2026-01-01/item.json", "2026-01-01/item"],
    ["schemas/2026-01-01/item.json", "item"],
  ])("is in a module of its document's path: %s", async (path, module) => {
    const url = `https://vendor.example.org/${path}`;
    const root = { type: "object", properties: { item: { $ref: url } } };
    const found = await model(root, undefined, { [url]: thing("a") });
    expect(exportsOf(found, `schemas/vendor.example.org/${module}`)).toEqual(["Item"]);
  });
});

describe("the name of a schema that stands inline", () => {
  const plain = ["items", "additionalProperties", "then", "else", "if", "not"];
  const lists = ["allOf", "anyOf", "oneOf"];

  it.each([...plain, ...lists.map((keyword) => `${keyword}/0`)])("has nothing of %s", (keyword) => {
    const pointer = `/${keyword}/properties/note`;
    expect(candidateNames(ROOT, pointer, "")[0]).toBe("CheckoutNote");
    expect(candidateNames(ROOT, `/properties/note/${keyword}`, "")[0]).toBe("CheckoutNote");
  });

  it.each([...plain, ...lists])("has the member that is called %s", (keyword) => {
    const [name = ""] = candidateNames(ROOT, `/properties/${keyword}`, "");
    expect(name.toLowerCase()).toBe(`checkout${keyword}`.toLowerCase());
  });
});
