/**
 * openapi-fetch over the emitted `openapi.d.ts`: right calls of every operation compile, wrong ones do
 * not, and what comes back has its type (§8).
 */

import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { bundleOf, reducedRelease, type Bundle } from "../support/bundle.js";
import { callErrors } from "../support/peers/openapi-fetch.js";
import { ownRelease } from "../support/published.js";

const SETUP = [
  'import createClient from "openapi-fetch";',
  'import type { components, paths } from "./openapi.js";',
  'type Schemas = components["schemas"];',
  "type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;",
  'export const client = createClient<paths>({ baseUrl: "https://business.test" });',
];

interface Call {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly headers: JsonObject;
  /** The document's own example of what is sent. */
  readonly body: JsonObject | undefined;
  /** What a success gives. */
  readonly data: string;
}

/** §4.2 to §4.4: what each operation gives beside an error envelope. */
const DATA: Readonly<Record<string, string>> = {
  create_checkout: "Checkout",
  get_checkout: "Checkout",
  update_checkout: "Checkout",
  complete_checkout: "Checkout",
  cancel_checkout: "Checkout",
  create_cart: "Cart",
  get_cart: "Cart",
  update_cart: "Cart",
  cancel_cart: "Cart",
  search_catalog: "SearchResponse",
  lookup_catalog: "LookupResponse",
};
const IDS = Object.keys(DATA);

describe("a client of the repository's profile", () => {
  let calls: readonly Call[];
  let lines: readonly string[];
  let errors: readonly string[];
  const wrong = new Map<string, string>();

  beforeAll(async () => {
    const bundle = await bundleOf(ownRelease, "services-fetch");
    calls = callsOf(bundle);
    for (const call of calls)
      for (const [what, line] of wrongCalls(call)) wrong.set(`${call.id}: ${what}`, line);
    lines = [...SETUP, ...calls.flatMap(rightCalls), ...wrong.values()];
    errors = compile("services-fetch-calls", bundle, lines);
  }, 60_000);

  const errorsOn = (line: string): string[] => {
    const number = lines.indexOf(line) + 1;
    return errors.filter((error) => error.startsWith(`calls.ts:${number} `));
  };

  it("knows every operation", () => {
    expect(calls.map(({ id }) => id)).toEqual(IDS);
  });

  it("has nothing wrong but what is wrong", () => {
    const expected = new Set([...wrong.values()].flatMap(errorsOn));
    expect(errors.filter((error) => !expected.has(error))).toEqual([]);
  });

  it.each(IDS)("calls %s, and knows what comes back", (id) => {
    const right = rightCalls(calls.find((each) => each.id === id) as Call);
    expect(right).toHaveLength(3);
    expect(right.flatMap(errorsOn)).toEqual([]);
  });

  it.each(IDS)("refuses wrong calls of %s", (id) => {
    const all = [...wrong].filter(([name]) => name.startsWith(`${id}: `));
    expect(all.length).toBeGreaterThan(4);
    expect(all.filter(([, line]) => errorsOn(line).length === 0).map(([name]) => name)).toEqual([]);
  });
});

describe("a client of a profile without an extension", () => {
  it.each<[string, string, JsonObject, string]>([
    ["fulfillment", "fulfillment", { methods: [] }, "fulfillment?.methods"],
    ["discount", "discounts", { codes: [] }, "discounts?.codes"],
    ["buyer_consent", "buyer", { consent: { marketing: true } }, "buyer?.consent?.marketing"],
  ])("neither sends nor reads what %s adds (§6)", async (extension, member, value, path) => {
    const without = reducedRelease(extension, { capability: (name) => name !== extension });
    const line = (body: JsonObject): string =>
      bodyLine({ method: "POST", path: "/checkout-sessions" }, body);
    const get = { header: READ_HEADER, path: { id: "1" } };
    const read = `const { data } = await client.GET("/checkout-sessions/{id}", { params: ${JSON.stringify(get)} });`;
    const given = `export const given = data && "line_items" in data && data.${path};`;
    const plain = { line_items: [{ item: { id: "a" }, quantity: 1 }], currency: "EUR" };
    const sent = [...SETUP, read, line(plain), line({ ...plain, [member]: value }), given];
    const found = compile(
      `services-fetch-${extension}`,
      await bundleOf(without, `services-fetch-without-${extension}`),
      sent,
    );
    expect(found.map((error) => error.replace(/ .*/, ""))).toEqual([
      `calls.ts:${sent.length - 1}`,
      `calls.ts:${sent.length}`,
    ]);
    const all = await bundleOf(ownRelease, "services-fetch-with");
    expect(compile(`services-fetch-with-${extension}`, all, sent)).toEqual([]);
  });
});

const READ_HEADER = { "Proto-Agent": "profile", "Request-Id": "1" };
const HEADER = { ...READ_HEADER, "Idempotency-Key": "1" };

function compile(name: string, bundle: Bundle, lines: readonly string[]): string[] {
  // A name that nobody uses is no error here.
  return callErrors(name, bundle.text("openapi.d.ts") ?? "", lines.join("\n"));
}

function callsOf(bundle: Bundle): Call[] {
  const openapi = bundle.json("openapi.json");
  const { examples } = openapi["components"] as unknown as {
    readonly examples: Readonly<Record<string, { readonly value: JsonObject }>>;
  };
  const paths = openapi["paths"] as Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, requestBody }]): Call => {
      const id = String(operationId);
      const example = requestBody === undefined ? undefined : exampleIn(requestBody);
      const reading = method === "get" || id.endsWith("_catalog");
      return {
        id,
        method: method.toUpperCase(),
        path,
        headers: reading ? READ_HEADER : HEADER,
        body: example === undefined ? undefined : examples[example]?.value,
        data: DATA[id] ?? "never",
      };
    }),
  );
}

function exampleIn(body: Json): string | undefined {
  const { content } = body as { readonly content: Readonly<Record<string, JsonObject>> };
  return Object.keys((content["application/json"]?.["examples"] ?? {}) as JsonObject)[0];
}

function callText({ method, path, headers, body }: Call): string {
  const params = {
    header: headers,
    ...(path.includes("{id}") ? { path: { id: "1" } } : {}),
  };
  const options = { params, ...(body === undefined ? {} : { body }) };
  return `client.${method}(${JSON.stringify(path)}, ${JSON.stringify(options)})`;
}

/** The call, and the types of what comes back. */
function rightCalls(call: Call): string[] {
  const { id, data } = call;
  return [
    `const ${id} = await ${callText(call)};`,
    `export const ${id}_data: Same<NonNullable<typeof ${id}.data>, Schemas["${data}"] | Schemas["ErrorEnvelope"]> = true;`,
    `export const ${id}_error: Same<NonNullable<typeof ${id}.error>, Schemas["ErrorBody"]> = true;`,
  ];
}

/** openapi-fetch infers what it is given, so it takes further members; whoever names the type does not. */
function bodyLine({ method, path }: Pick<Call, "method" | "path">, body: JsonObject): string {
  const operation = `paths[${JSON.stringify(path)}]["${method.toLowerCase()}"]`;
  const type = `NonNullable<${operation}["requestBody"]>["content"]["application/json"]`;
  return `(${JSON.stringify(body)}) satisfies ${type};`;
}

/** What is wrong, and the call. */
function wrongCalls(call: Call): [string, string][] {
  const { id, path, body, headers } = call;
  const of = (more: Partial<Call>): string => `await ${callText({ ...call, ...more })};`;
  const without = (object: JsonObject, name: string): JsonObject =>
    Object.fromEntries(Object.entries(object).filter(([each]) => each !== name));
  const calls: [string, string][] = [
    ["path", of({ path: `${path}/nowhere` })],
    ["method", of({ method: "DELETE" })],
    ["header", of({ headers: without(headers, "Proto-Agent") })],
    ["header's type", of({ headers: { ...headers, "Request-Id": 1 } })],
    ["data", `export const ${id}_wrong = ${id}.data?.no_such_member;`],
    ["error", `export const ${id}_wrong_error = ${id}.error?.message;`],
  ];
  if (path.includes("{id}"))
    calls.push(["id", of({ path }).replace('"path":{"id":"1"}', '"path":{}')]);
  if (body === undefined || Object.keys(body).length === 0) return calls;
  calls.push(["member", bodyLine(call, { ...body, no_such_member: 1 })]);
  for (const name of REQUIRED[id] ?? []) {
    expect(body).toHaveProperty(name);
    calls.push([`no ${name}`, of({ body: without(body, name) })]);
    calls.push([`type of ${name}`, of({ body: { ...body, [name]: 1 } })]);
  }
  return calls;
}

/** §4.2 to §4.4. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  create_checkout: ["line_items", "currency"],
  update_checkout: ["line_items", "currency"],
  complete_checkout: ["payment"],
  create_cart: ["line_items"],
  update_cart: ["line_items"],
  lookup_catalog: ["ids"],
};
