/**
 * What first-time authors get wrong in their own code. Each is a program of `right/` with a few lines as they were written
 * first: the guide's functions from where they used to be, a setting that is forgotten or given by hand, a name with a letter
 * too few.
 */

export interface Mistake {
  readonly name: string;
  /** Of `right/`. */
  readonly program: "business" | "by-hand" | "webhooks";
  /** What is there in place of what is right. */
  readonly edits: readonly (readonly [right: string, wrong: string])[];
  /** `tsc`: it does not compile. `start`: it throws before anything is served. `call`: the console says so at the first call. */
  readonly noticed: "tsc" | "start" | "call";
}

const OF_RELEASE = `import {
  createCarts,
  createCheckouts,
  createOrders,
  newOrder,
  totalsOf,
} from "../../../generated/commerce.js";`;

export const MISTAKES: readonly Mistake[] = [
  {
    name: "totals-of-no-release",
    program: "by-hand",
    edits: [["../../../generated/commerce.js", "@proto-gen/runtime/commerce"]],
    noticed: "tsc",
  },
  {
    name: "checkouts-of-no-release",
    program: "business",
    edits: [
      [OF_RELEASE, OF_RELEASE.replace("  createCheckouts,\n", "")],
      [
        "import { sumOf }",
        'import { createCheckouts } from "@proto-gen/runtime/commerce";\nimport { sumOf }',
      ],
    ],
    noticed: "tsc",
  },
  {
    name: "release-by-hand",
    program: "business",
    edits: [
      [
        "import { createServer }",
        'import { releaseValues } from "../../../generated/release.js";\nimport { createServer }',
      ],
      ["  carts: carts.conversion,\n", "  carts: carts.conversion,\n  releaseValues,\n"],
    ],
    noticed: "tsc",
  },
  {
    name: "name-by-hand",
    program: "webhooks",
    edits: [["createOwners({ store })", 'createOwners({ store, name: "ucp" })']],
    noticed: "tsc",
  },
  {
    name: "release-forgotten",
    program: "business",
    edits: [["  release() {},\n", ""]],
    noticed: "tsc",
  },
  {
    name: "order-of-two-members",
    program: "business",
    edits: [
      [
        "return newOrder(checkout, { id: `order_${checkout.id}`, permalinkUrl });",
        "return { id: `order_${checkout.id}`, permalink_url: permalinkUrl };",
      ],
      ["  newOrder,\n", ""],
    ],
    noticed: "tsc",
  },
  {
    name: "handlers-of-carts-forgotten",
    program: "business",
    edits: [["...catalog, ...carts.handlers,", "...catalog,"]],
    noticed: "tsc",
  },
  {
    name: "lines-misspelt",
    program: "business",
    edits: [
      [
        "      line_items: lines,\n      totals: totalsOf({ subtotal, discount: 500 })",
        "      line_itmes: lines,\n      totals: totalsOf({ subtotal, discount: 500 })",
      ],
    ],
    noticed: "tsc",
  },
  {
    name: "status-by-hand",
    program: "business",
    edits: [["      links: [", '      status: "completed",\n      links: [']],
    noticed: "tsc",
  },
  {
    name: "order-that-may-be-missing",
    program: "business",
    edits: [
      [
        "...checkouts.handlers }",
        "...checkouts.handlers, getCheckout: ({ id }) => checkouts.get(id).catch(() => undefined) }",
      ],
    ],
    noticed: "tsc",
  },
  {
    name: "member-of-event-misspelt",
    program: "webhooks",
    edits: [["order.line_items.length", "order.lineItems.length"]],
    noticed: "tsc",
  },
  {
    name: "address-without-development",
    program: "webhooks",
    edits: [["https://agent.example/hooks", "http://127.0.0.1:8080/hooks"]],
    noticed: "start",
  },
  {
    name: "profile-of-another-path",
    program: "webhooks",
    edits: [
      ["https://shop.example.com/.well-known/proto", "https://shop.example.com/profile.json"],
    ],
    noticed: "start",
  },
  {
    name: "time-in-words",
    program: "business",
    edits: [
      ["  trustedUi: () => true,", '  trustedUi: () => true,\n  completionMs: Number("30 s"),'],
    ],
    noticed: "start",
  },
  {
    name: "handler-missing-behind-a-cast",
    program: "by-hand",
    edits: [
      ["  cancelCheckout: ({ id }) => checkoutOf(id),\n", ""],
      ["const handlers: Handlers = {", "const handlers = {"],
      ["createServer(handlers,", "createServer(handlers as unknown as Handlers,"],
      ["completeCheckout: ({ id })", "completeCheckout: ({ id }: Row)"],
      ["getCheckout: ({ id })", "getCheckout: ({ id }: Row)"],
      ["updateCheckout: ({ id })", "updateCheckout: ({ id }: Row)"],
      ["function noCarts(", "interface Row {\n  readonly id: string;\n}\n\nfunction noCarts("],
    ],
    noticed: "start",
  },
  {
    name: "profile-with-another-capability",
    program: "business",
    edits: [
      [
        "{ profile, platforms,",
        '{ profile: JSON.parse(JSON.stringify(profile).replaceAll("shopping.discount", "shopping.loyalty")), platforms,',
      ],
    ],
    noticed: "start",
  },
  {
    name: "member-misspelt-by-hand",
    program: "by-hand",
    edits: [
      [
        "    payment: {",
        '    contiune_url: "https://shop.example.com/checkouts/1",\n    payment: {',
      ],
    ],
    noticed: "call",
  },
  {
    name: "member-misspelt-in-an-evaluation",
    program: "business",
    edits: [
      [
        "    return {\n      line_items: lines,\n      totals",
        '    const made = {\n      gift_nte: "Hello",\n      line_items: lines,\n      totals',
      ],
      ['/terms" }],\n    };', '/terms" }],\n    };\n    return made;'],
    ],
    noticed: "call",
  },
  {
    name: "total-without-its-discount",
    program: "by-hand",
    edits: [
      [
        "totals: totalsOf({ subtotal: price, discount: 500 }),",
        'totals: [\n      { type: "subtotal" as const, amount: price },\n      { type: "discount" as const, amount: 500 },\n      { type: "total" as const, amount: price },\n    ],',
      ],
    ],
    noticed: "call",
  },
  {
    name: "total-forgotten",
    program: "by-hand",
    edits: [
      [
        "totals: totalsOf({ subtotal: price, discount: 500 }),",
        'totals: [{ type: "subtotal" as const, amount: price }],',
      ],
    ],
    noticed: "call",
  },
  {
    name: "subtotal-of-other-lines",
    program: "by-hand",
    edits: [
      [
        "totals: totalsOf({ subtotal: price, discount: 500 })",
        "totals: totalsOf({ subtotal: price * 2 })",
      ],
    ],
    noticed: "call",
  },
  {
    name: "currency-empty",
    program: "business",
    edits: [
      [
        "      line_items: lines,\n      totals: totalsOf({ subtotal, discount: 500 })",
        '      currency: "",\n      line_items: lines,\n      totals: totalsOf({ subtotal, discount: 500 })',
      ],
    ],
    noticed: "call",
  },
  {
    name: "price-in-units",
    program: "by-hand",
    edits: [["const { price } = readRow(id);", "const price = readRow(id).price / 3;"]],
    noticed: "call",
  },
  {
    name: "column-of-another-name",
    program: "by-hand",
    edits: [
      [
        'item: { id: "camera", title: "Camera", price },',
        'item: { id: "camera", title: readRow(id).titel, price },',
      ],
    ],
    noticed: "call",
  },
  {
    name: "page-without-tls",
    program: "business",
    edits: [["continueUrl: (id) => `https://", "continueUrl: (id) => `http://"]],
    noticed: "call",
  },
];
