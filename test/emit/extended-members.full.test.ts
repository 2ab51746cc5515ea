/**
 * An extension that adds to line items: what imports `LineItem` keeps compiling, and `LineItem` has what the extension
 * adds, in however many ways it says so (DESIGN §7).
 */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Json } from "@proto-gen/runtime/json";
import { compileProblems, HAND_WRITTEN } from "../support/compile.js";
import { emitted, type Emitted } from "../support/oracle/emitted.js";
import { vendorProfile, type VendorCapability } from "../support/oracle/vendor.js";

const CHECKOUT = "dev.proto.shopping.checkout";
const SCHEMAS = "https://proto.dev/schemas/2026-11-27/shopping";
const LINE_ITEM = { $ref: `${SCHEMAS}/types/line_item.json` };

/** What someone has written before there was any extension. */
const BEFORE = `
  import type { Checkout, CheckoutCreateRequest, LineItem, LineItemCreateRequest } from "./index.js";
  import type { LineItem as Plain } from "./capabilities/dev/proto/shopping/checkout.js";

  const priceOf = ({ totals }: LineItem): number => totals.reduce((sum, { amount }) => sum + amount, 0);
  export const price = ({ line_items }: Checkout): number => line_items.map(priceOf).reduce((a, b) => a + b, 0);
  export const first = (checkout: Checkout): LineItem | undefined => checkout.line_items[0];
  export const plain = (line: LineItem): Plain => line;
  export const wanted = (id: string): LineItemCreateRequest => ({ item: { id }, quantity: 1 });
  export const body = (id: string): Pick<CheckoutCreateRequest, "line_items"> => ({ line_items: [wanted(id)] });
`;

/** What one writes with it. */
const AFTER = `
  import type { Checkout } from "./index.js";
  import type { LineItem } from "./capabilities/com/acme/gift.js";

  export const note = (checkout: Checkout): string | undefined => checkout.line_items[0]?.gift_note;
  export const own = ({ gift_note }: LineItem): string | undefined => gift_note;
  export const isOne = (checkout: Checkout): LineItem | undefined => checkout.line_items[0];
`;

const note = { gift_note: { type: "string", proto_request: "omit" } };

function vendor(
  name: string,
  items: Json,
  $defs: { readonly [name: string]: Json } = {},
): VendorCapability {
  const addition = { type: "object", properties: { line_items: { type: "array", items } } };
  const entry = { allOf: [{ $ref: `${SCHEMAS}/checkout.json` }, addition] };
  return { name, extends: CHECKOUT, schema: { $defs: { [CHECKOUT]: entry, ...$defs } } };
}

const named = { allOf: [LINE_ITEM, { type: "object", properties: note }] };

const WAYS: readonly (readonly [string, VendorCapability])[] = [
  ["the members alone", vendor("com.acme.gift", { type: "object", properties: note })],
  [
    "the line item, and members beside it",
    vendor("com.acme.gift", { ...LINE_ITEM, properties: note }),
  ],
  ["an allOf of both", vendor("com.acme.gift", named)],
  [
    "a type of its own",
    vendor("com.acme.gift", { $ref: "#/$defs/line_item" }, { line_item: named }),
  ],
];

async function problemsOf(
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const paths = Object.entries(files).map(([file, source]) => {
    const path = fileURLToPath(new URL(`../.out/${name}/${file}.ts`, import.meta.url));
    writeFileSync(path, source);
    return path;
  });
  return compileProblems({ files: paths, options: HAND_WRITTEN });
}

async function verdictsOf(both: Emitted, module: string): Promise<readonly boolean[]> {
  const { is } = await both.validator(module, "LineItem");
  const line = { id: "1", item: { id: "a", title: "A", price: 1 }, quantity: 1, totals: [] };
  return [
    { ...line, gift_note: "for you" },
    { ...line, gift_note: 7 },
    { ...line, id: 7 },
  ].map(is);
}

describe("a vendor's extension that adds a member to line items", () => {
  it.each(WAYS)("by %s: LineItem is the line item with it", async (way, capability) => {
    const name = `line-items-${way.replaceAll(/\W+/g, "-")}`;
    const both = await emitted(name, vendorProfile(["checkout"], [capability]));
    expect(await problemsOf(name, { before: BEFORE, after: AFTER })).toEqual([]);
    expect(await verdictsOf(both, "index")).toEqual([true, false, false]);
    expect(await verdictsOf(both, "capabilities/com/acme/gift")).toEqual([true, false, false]);
  });

  it("and another one that adds a second: LineItem has both, and each module its own", async () => {
    const wrap = { wrap: { type: "boolean", proto_request: "omit" } };
    const both = [WAYS[3]![1], vendor("com.acme.wrap", { type: "object", properties: wrap })];
    const name = "line-items-two";
    await emitted(name, vendorProfile(["checkout"], both));
    const after = `
      import type { Checkout, LineItem } from "./index.js";
      import type { LineItem as Gift } from "./capabilities/com/acme/gift.js";
      import type { LineItem as Wrap } from "./capabilities/com/acme/wrap.js";

      export const all = ({ line_items }: Checkout): readonly LineItem[] => line_items;
      export const both = ({ gift_note, wrap }: LineItem): unknown => [gift_note, wrap];
      export const gift = (line: LineItem): Gift => line;
      export const wrap = (line: LineItem): Wrap => line;
      // @ts-expect-error what wrap adds is not in gift's line item
      export const other = ({ wrap }: Gift): unknown => wrap;
    `;
    expect(await problemsOf(name, { before: BEFORE, after })).toEqual([]);
  });

  it("and a cart without it, whose line items stay what they were", async () => {
    const name = "line-items-cart";
    await emitted(name, vendorProfile(["checkout", "cart"], [WAYS[0]![1]]));
    const after = `
      import type { BaseLineItem, Cart, Checkout, LineItem } from "./index.js";

      export const inCart = ({ line_items }: Cart): readonly BaseLineItem[] => line_items;
      export const inCheckout = ({ line_items }: Checkout): readonly LineItem[] => line_items;
      export const known = (cart: Cart): readonly LineItem[] => cart.line_items;
    `;
    expect(await problemsOf(name, { before: BEFORE, after })).toEqual([]);
  });

  it("and annotates one that the line item has: LineItem is what it makes of it", async () => {
    const properties = { ...note, parent_id: { proto_response: "required" } };
    const name = "line-items-annotated";
    const both = await emitted(
      name,
      vendorProfile(["checkout"], [vendor("com.acme.gift", { ...LINE_ITEM, properties })]),
    );
    const after = `
      import type { Checkout, LineItem } from "./index.js";

      export const parent = ({ line_items: [first] }: Checkout): string | undefined => first?.parent_id;
      export const needed = ({ parent_id }: LineItem): string => parent_id;
    `;
    expect(await problemsOf(name, { before: BEFORE, after, gift: AFTER })).toEqual([]);
    expect(await verdictsOf(both, "index")).toEqual([false, false, false]);
  });

  it("and omits one that the line item has: what it has changed gets no name", async () => {
    const properties = { ...note, parent_id: { proto_response: "omit" } };
    const name = "line-items-omitted";
    await emitted(
      name,
      vendorProfile(["checkout"], [vendor("com.acme.gift", { ...LINE_ITEM, properties })]),
    );
    expect(await problemsOf(name, { before: BEFORE, after: AFTER })).toEqual([]);
    const module = new URL(`../.out/${name}/capabilities/com/acme/gift.ts`, import.meta.url);
    expect(readFileSync(module, "utf8")).not.toMatch(/LineItemX[0-9a-f]{8}/);
  });
});

describe("a vendor's extension of a type that refers back to itself", () => {
  it("extends it, and leads to itself", async () => {
    const entry = {
      allOf: [
        { $ref: `${SCHEMAS}/checkout.json` },
        { type: "object", properties: { tree: { $ref: "#/$defs/marked_tree" } } },
      ],
    };
    const tree = {
      type: "object",
      required: ["label"],
      properties: {
        label: { type: "string" },
        below: { type: "array", items: { $ref: "#/$defs/tree" } },
      },
    };
    const marked_tree = {
      allOf: [
        { $ref: "#/$defs/tree" },
        {
          type: "object",
          properties: {
            mark: { type: "integer" },
            below: { type: "array", items: { $ref: "#/$defs/marked_tree" } },
          },
        },
      ],
    };
    const name = "extended-trees";
    const schema = { $defs: { [CHECKOUT]: entry, tree, marked_tree } };
    await emitted(
      name,
      vendorProfile(["checkout"], [{ name: "com.acme.trees", extends: CHECKOUT, schema }]),
    );
    const after = `
      import type { MarkedTree, Tree } from "./capabilities/com/acme/trees.js";

      export const mark = ({ below = [] }: MarkedTree): number | undefined => below[0]?.below?.[0]?.mark;
      export const plain = (tree: MarkedTree): Tree => tree;
    `;
    expect(await problemsOf(name, { after })).toEqual([]);
    const path = fileURLToPath(
      new URL(`../.out/${name}/capabilities/com/acme/trees.ts`, import.meta.url),
    );
    expect(readFileSync(path, "utf8")).toContain("export interface MarkedTree extends Tree {");
  });
});
