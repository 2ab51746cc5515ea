/** The user's module in every shape that handlers have: what is added, and that all else stays as it was. */

import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../src/errors.js";
import { ProtoGenError } from "../../src/errors.js";
import type { Model } from "../../src/model/model.js";
import { scaffold, type ScaffoldResult } from "../../src/scaffold/scaffold.js";
import { propertyOptions } from "../support/sizes.js";
import { put, temporaryDirectory } from "../write/temporary.js";

/** A model with operations and nothing else: it is all that a module that is there needs. */
function modelOf(...ids: readonly string[]): Model {
  const operations = ids.map((id) => ({ id, description: `Do ${id}.`, summary: undefined }));
  return { services: [{ operations }] } as unknown as Model;
}

const CARTS = modelOf("create_cart", "get_cart");

interface Given {
  readonly model?: Model;
  /** By name, beside the module. */
  readonly files?: Readonly<Record<string, string>>;
}

async function grow(
  text: string,
  { model = CARTS, files = {} }: Given = {},
): Promise<ScaffoldResult> {
  const directory = temporaryDirectory();
  for (const [name, content] of Object.entries(files)) put(directory, name, content);
  const file = path.join(directory, "business.ts");
  return scaffold({ model, file, text, generated: path.join(directory, "generated") });
}

async function refusal(text: string, given: Given = {}): Promise<Diagnostic | undefined> {
  const error: unknown = await grow(text, given).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProtoGenError);
  return (error as ProtoGenError).diagnostics[0];
}

const TYPE = 'import type { Handlers } from "./generated/server.js";\n';
const SERVER = 'import { createServer } from "./generated/server.js";\n';

/** What is added for an operation, at the margin. */
function stub(name: string, id: string): string {
  return `/** Do ${id}. */
async ${name}(_request, _context) {
  throw new TypeError("${name} is not written yet");
},`;
}

function indented(text: string, by: string): string {
  return text.replace(/^(?=.)/gm, by);
}

const CREATE = stub("createCart", "create_cart");
const GET = stub("getCart", "get_cart");
/** Both, and one, as members of an object at the margin. */
const BOTH = indented(`${CREATE}\n\n${GET}`, "  ");
const ONE = indented(GET, "  ");

/** `‹...›` is what is added; a module without it is as the user wrote it. */
const SHAPES: readonly (readonly [string, string])[] = [
  ["an empty object", `${TYPE}export const handlers: Handlers = {‹\n${BOTH}\n›};\n`],
  ["an empty object on two lines", `${TYPE}const handlers: Handlers = {‹\n${BOTH}›\n};\n`],
  [
    "an object with nothing but a comment",
    `${TYPE}export const handlers: Handlers = {\n  // none yet\n‹${BOTH}\n›};\n`,
  ],
  [
    "methods, with comments and a layout of their own",
    `${TYPE}// mine\nexport const handlers: Handlers = {
  createCart( request,context ) { return  null as never }, // as I like it
  // more to come
‹
${ONE}
›};
const  after = 1;
`,
  ],
  [
    "no comma after the last member",
    `${TYPE}export const handlers: Handlers = {
  async createCart() { return null as never }‹,› // last
‹
${ONE.replace(/,$/, "")}
›};
`,
  ],
  [
    "arrow functions as properties",
    `${TYPE}const handlers: Handlers = {\n  createCart: async (request) => null as never,\n‹\n${ONE}\n›};\n`,
  ],
  [
    "shorthand on one line",
    `${TYPE}import { createCart } from "./carts.js";\nconst handlers: Handlers = {‹\n  ›createCart‹,\n\n${ONE}\n›};\n`,
  ],
  [
    "quoted and computed names",
    `${TYPE}const handlers: Handlers = {\n  ["createCart"]: async () => null as never,\n‹\n${ONE}\n›};\n`,
  ],
  [
    "a type under another name",
    `import type { Handlers as All } from "./generated/server.js";\nconst mine: All = {\n  "createCart"() { return null as never; },\n‹\n${ONE}\n›};\n`,
  ],
  [
    "a type of a namespace",
    `import type * as shop from "./generated/server.js";\nconst mine: shop.Handlers = {\n  createCart() { return null as never; },\n‹\n${ONE}\n›};\n`,
  ],
  [
    "an imported type in place",
    `const mine: import("./generated/server.js").Handlers = {\n  createCart() { return null as never; },\n‹\n${ONE}\n›};\n`,
  ],
  [
    "an alias of the generated code",
    `import type { Handlers } from "#generated/server.js";\nconst mine: Handlers = {\n  createCart() { return null as never; },\n‹\n${ONE}\n›};\n`,
  ],
  [
    "satisfies",
    `${TYPE}export const handlers = {\n  createCart: async () => null as never,\n‹\n${ONE}\n›} satisfies Handlers;\n`,
  ],
  [
    "export default",
    `${TYPE}export default {\n  createCart: async () => null as never,\n‹\n${ONE}\n›} satisfies Handlers;\n`,
  ],
  [
    "as const, frozen",
    `${TYPE}export const handlers: Handlers = Object.freeze({\n  createCart: async () => null as never,\n‹\n${ONE}\n›} as const);\n`,
  ],
  [
    "createServer, inline",
    `${SERVER}export default createServer({\n  createCart: async () => null as never,\n‹\n${ONE}\n›}, { profile: {} });\n`,
  ],
  [
    "createServer, inline and deeper",
    `${SERVER}export const server = createServer(\n  {\n    createCart: async () => null as never,\n‹\n${indented(GET, "    ")}\n›  },\n  { profile: {} },\n);\n`,
  ],
  [
    "createServer with a name",
    `${SERVER}const handlers = {\n  createCart: async () => null as never,\n‹\n${ONE}\n›};\nexport default createServer(handlers, { profile: {} });\n`,
  ],
  [
    "what a function gives",
    `${TYPE}export function handlersFor(db: object): Handlers {\n  return {\n    createCart: async () => (db, null as never),\n‹\n${indented(GET, "    ")}\n›  };\n}\n`,
  ],
  [
    "what an arrow function gives",
    `${TYPE}export const handlersFor = (): Handlers => ({\n  createCart: async () => null as never,\n‹\n${ONE}\n›});\n`,
  ],
  [
    "a spread of this module",
    `${TYPE}const carts = { createCart: async () => null as never };\nexport const handlers: Handlers = {‹\n  ›...carts‹,\n\n${ONE}\n›};\n`,
  ],
  [
    "a spread of the keeper, whose five handlers are there",
    `import { createCheckouts as keep } from "./generated/commerce.js";\n${TYPE}const checkouts = keep({} as never);\nexport const handlers: Handlers = {\n  ...checkouts.handlers,\n‹\n${BOTH}\n›};\n`,
  ],
  [
    "handlers that are spread into others",
    `${SERVER}${TYPE}const carts = {\n  createCart: async () => null as never,\n} satisfies Partial<Handlers>;\nconst all: Handlers = {\n  ...carts,\n‹\n${ONE}\n›};\nexport default createServer(all, { profile: {} });\n`,
  ],
  [
    "tabs",
    `${TYPE}export const handlers: Handlers = {\n\tasync createCart() {\n\t\treturn null as never;\n\t},\n‹\n${indented(GET.replaceAll("  ", "\t"), "\t")}\n›};\n`,
  ],
  [
    "four spaces",
    `${TYPE}export const handlers: Handlers = {\n    async createCart() {\n        return null as never;\n    },\n‹\n${indented(GET.replaceAll("  ", "    "), "    ")}\n›};\n`,
  ],
  [
    "four spaces elsewhere in the module",
    `${TYPE}function a() {\n    return 1;\n}\nexport const handlers: Handlers = {‹\n${indented(`${CREATE}\n\n${GET}`.replaceAll("  ", "    "), "    ")}\n›};\n`,
  ],
  [
    "single quotes and no semicolons",
    `import type { Handlers } from './generated/server.js'\nexport const handlers: Handlers = {\n  createCart: async () => null as never,\n‹\n${ONE.replaceAll('"', "'").replaceAll(";", "")}\n›}\n`,
  ],
  ["no line end at the end", `${TYPE}export const handlers: Handlers = {‹\n${BOTH}\n›};`],
];

/** Additions of a marked module. */
const MARKED = /‹([^›]*)›/g;

describe("a user's module", () => {
  it.each(SHAPES)("%s: gets what is missing, and keeps every byte", async (_, marked) => {
    const before = marked.replace(MARKED, "");
    const { text, gone, notices } = await grow(before, { model: withCheckout(marked) });
    expect(text).toBe(marked.replace(MARKED, "$1"));
    expect([gone, notices]).toEqual([[], []]);
    const again = await grow(text, { model: withCheckout(marked) });
    expect(again).toMatchObject({ text, added: [], gone: [], notices: [] });
  });

  it.each(SHAPES)("%s: with CRLF, has CRLF alone", async (_, marked) => {
    const before = marked.replace(MARKED, "").replaceAll("\n", "\r\n");
    const { text } = await grow(before, { model: withCheckout(marked) });
    expect(text).toBe(marked.replace(MARKED, "$1").replaceAll("\n", "\r\n"));
  });
});

/** The keeper's handlers are for operations of the profile. */
function withCheckout(module: string): Model {
  const checkout = ["create", "get", "update", "complete", "cancel"].map(
    (verb) => `${verb}_checkout`,
  );
  return module.includes("createCheckouts")
    ? modelOf(...checkout, "create_cart", "get_cart")
    : CARTS;
}

const OTHERS = 'import { others } from "./others.js";\n';

describe("a spread of another module", () => {
  const before = `${TYPE}${OTHERS}export const handlers: Handlers = {\n  ...others,\n};\n`;
  const after = before.replace("};\n", `\n${ONE}\n};\n`);

  it.each([
    ["its members", "export const others = { createCart: async () => 1 };\n"],
    ["its type", 'export declare const others: Readonly<Record<"createCart", () => void>>;\n'],
    ["an intersection", "export declare const others: { createCart(): void } & { x: 1 };\n"],
    [
      "what all of a union have",
      "declare const open: boolean;\nconst a = { createCart() {} };\nexport const others = open ? a : { createCart() {}, b: 1 };\n",
    ],
    [
      "a class",
      "class Carts { createCart = () => 1; getCart() {} }\nexport const others = new Carts();\n",
    ],
  ])("brings what its type names: %s", async (_, others) => {
    const { text, added } = await grow(before, { files: { "others.ts": others } });
    expect(added).toEqual(["getCart"]);
    expect(text).toBe(after);
  });

  it("is read by the paths of the project's tsconfig.json", async () => {
    const aliased = before.replace("./others.js", "#shop/others.js");
    const compilerOptions = { module: "nodenext", paths: { "#shop/*": ["./shop/*"] } };
    const files = {
      "tsconfig.json": JSON.stringify({ compilerOptions }),
      "shop/others.ts": "export const others = { createCart: async () => 1 };\n",
    };
    expect((await grow(aliased, { files })).added).toEqual(["getCart"]);
  });

  it("brings an optional handler perhaps: it is named, and neither added nor called missing", async () => {
    const others = "export declare const others: { createCart?(): void };\n";
    const { text, added, notices } = await grow(before, { files: { "others.ts": others } });
    expect(text).toBe(after);
    expect(added).toEqual(["getCart"]);
    expect(notices).toMatchObject([
      {
        code: "SCAFFOLD_UNCERTAIN",
        message: "createCart may or may not come from this spread, so it is not added",
        place: { line: 4, column: 3 },
      },
    ]);
  });

  it("brings a conditional handler perhaps", async () => {
    const conditional = before.replace("...others", "...(others.open && others.carts)");
    const others =
      "export declare const others: { open: boolean; carts: { createCart(): void } };\n";
    const { added, notices } = await grow(conditional, { files: { "others.ts": others } });
    expect(added).toEqual(["getCart"]);
    expect(notices.map(({ code }) => code)).toEqual(["SCAFFOLD_UNCERTAIN"]);
  });

  it.each([
    ["a module that is not there", {}],
    ["any", { "others.ts": "export const others: any = {};\n" }],
    ["a dictionary", { "others.ts": "export const others: Record<string, () => void> = {};\n" }],
    ["a tsconfig.json that is broken", { "tsconfig.json": "{ nonsense" }],
  ])("is refused where its type does not say: %s", async (_, files) => {
    expect(await refusal(before, { files })).toMatchObject({
      code: "SCAFFOLD_UNKNOWN_SPREAD",
      place: { line: 4, column: 3 },
    });
  });

  it("is looked at once, however often it is brought", async () => {
    const doubled = Array.from(
      { length: 40 },
      (_, at) => `const a${at} = { ...a${at + 1}, ...a${at + 1} };`,
    );
    const text = `${TYPE}const a40 = { createCart() {} };\n${doubled.reverse().join("\n")}
export const handlers: Handlers = {
  ...a0,
};
`;
    expect((await grow(text)).added).toEqual(["getCart"]);
  });

  it("is the one that its scope knows, not another of that name", async () => {
    const shadowed = `${TYPE}const others = { createCart() {}, getCart() {} };
export function handlersFor(others: { createCart(): void }): Handlers {
  return { ...others };
}
`;
    expect((await grow(shadowed)).added).toEqual(["getCart"]);
  });

  it("is not asked where nothing is missing", async () => {
    const whole = before.replace("...others,", "...others,\n  createCart() {},\n  getCart() {},");
    expect(await grow(whole)).toMatchObject({ text: whole, added: [] });
  });
});

describe("a module where handlers have no place", () => {
  it.each([
    ["without any", "export const x = 1;\n", 1, 1],
    [
      "with a type of that name from elsewhere",
      'import type { Handlers } from "./mine.js";\nconst a: Handlers = {};\n',
      1,
      1,
    ],
    [
      "with the server of Node",
      'import { createServer } from "node:https";\ncreateServer({ key: 1 });\n',
      1,
      1,
    ],
    [
      "with another server, beside the generated one",
      `${TYPE}import { createServer } from "vite/server";\ncreateServer({});\n`,
      1,
      1,
    ],
    ["with a part of them", `${TYPE}const a: Partial<Handlers> = {};\n`, 1, 1],
    [
      "with what another module wrote",
      `${SERVER}import { handlers } from "./h.js";\ncreateServer(handlers, {});\n`,
      3,
      14,
    ],
    ["with what a call gives", `${TYPE}const a: Handlers = make();\n`, 2, 21],
    ["with two", `${TYPE}const a: Handlers = {};\nconst b: Handlers = {};\n`, 3, 21],
  ])("is refused, with its place: %s", async (_, text, line, column) => {
    const problem = await refusal(text);
    expect(problem).toMatchObject({ code: "SCAFFOLD_HANDLERS_NOT_FOUND", place: { line, column } });
    expect(problem?.hint).toBeDefined();
  });

  it("is refused with each place of its syntax that is wrong", async () => {
    expect(await refusal(`${TYPE}const a: Handlers = {\n  createCart( {\n};\n`)).toMatchObject({
      code: "SCAFFOLD_SYNTAX",
      place: { line: 4 },
    });
  });
});

describe("handlers of operations that are gone", () => {
  it("are named with their place, and stay", async () => {
    const text = `${TYPE}const handlers: Handlers = {\n  createCart() {},\n  getCart() {},\n  cancelCart() {},\n};\n`;
    const made = await grow(text);
    expect(made).toMatchObject({ text, added: [], gone: ["cancelCart"] });
    expect(made.notices).toMatchObject([
      {
        code: "SCAFFOLD_HANDLER_UNUSED",
        message: "cancelCart belongs to no operation of the profile any more",
        place: { line: 5, column: 3 },
      },
    ]);
  });
});

describe("prettier", () => {
  const text = `${TYPE}export const handlers: Handlers = {};\n`;

  it("has the project's configuration for what is new", async () => {
    const config = { semi: false, singleQuote: true, useTabs: true, trailingComma: "none" };
    const files = { ".prettierrc": JSON.stringify(config) };
    const { text: grown } = await grow(text, { files, model: modelOf("get_cart") });
    expect(grown).toBe(
      text.replace(
        "{};",
        "{\n\t/** Do get_cart. */\n\tasync getCart(_request, _context) {\n\t\tthrow new TypeError('getCart is not written yet')\n\t}\n};",
      ),
    );
  });

  it("has its own, with a warning, where that cannot be used", async () => {
    const { text: grown, notices } = await grow(text, {
      files: { ".prettierrc": "{ nonsense: [" },
    });
    expect(grown).toBe(text.replace("{}", `{\n${BOTH}\n}`));
    expect(notices).toMatchObject([{ code: "SCAFFOLD_PRETTIER_CONFIG" }]);
  });
});

describe("names and descriptions of a vendor's operations", () => {
  const hostile = [
    "*/ process.exit(1); /*",
    "two\nlines\r\nand\u2028more",
    "@ts-expect-error",
    "\u202e reordered \u0000",
    "`${1}` \" ' \\",
    "",
  ];

  it.each(hostile)("end neither comments nor strings: %j", async (words) => {
    const operations = [
      { id: `create_${words}`, description: words, summary: undefined },
      { id: `get_"quoted'\u2028*/`, description: words, summary: undefined },
    ];
    const model = { services: [{ operations }] } as unknown as Model;
    const text = `${TYPE}export const handlers: Handlers = {};\n`;
    const made = await grow(text, { model });
    // What was added is read again as handlers of those names, and as nothing else.
    expect(await grow(made.text, { model })).toMatchObject({
      text: made.text,
      added: [],
      gone: [],
    });
    expect(made.text).not.toMatch(/\/\*\*\s*@|[\u0000\u202e\u2028]/);
    expect(made.text.match(/^ {2}async /gm)).toHaveLength(2);
  });

  it("are read again whatever they are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary" }),
        fc.string({ unit: "binary" }),
        async (id, words) => {
          const operations = [{ id, description: words, summary: undefined }];
          const model = { services: [{ operations }] } as unknown as Model;
          const made = await grow(`${TYPE}const handlers: Handlers = {};\n`, { model });
          const again = await grow(made.text, { model });
          expect(again).toMatchObject({ text: made.text, added: [], gone: [] });
        },
      ),
      propertyOptions("STUB_NAMES", { quick: 5, full: 25 }),
    );
  }, 60_000);
});
