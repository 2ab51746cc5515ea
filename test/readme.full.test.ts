/** The READMEs run: their code compiles and does what they say, and their commands print what they show. */

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { JsonObject } from "@proto-gen/runtime/json";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { main } from "../src/cli/main.js";
import { generate } from "../src/generate.js";
import { fakeHost } from "./cli/fake-host.js";
import { CONTEXT } from "./support/checkout-keeper.js";
import { compileProblems, HAND_WRITTEN } from "./support/compile.js";
import { openMock } from "./support/mock-process.js";
import { outDirectory, repository } from "./support/published.js";
import { runTool } from "./support/release.js";

const README = readFileSync(path.join(repository, "README.md"), "utf8");
const directory = path.join(outDirectory, "readme");

/** The text of the one fenced block in which `mark` stands. */
function block(language: string, mark: string, text = README): string {
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const found = blocks.filter(([, name, body]) => name === language && body?.includes(mark));
  expect(found, `blocks of ${language} with ${mark}`).toHaveLength(1);
  return found[0]?.[2] ?? "";
}

/** Writes a block's code where its imports of generated code lead to the committed one. */
function writeCode(name: string, source: string): string {
  const generated = path.relative(directory, path.join(repository, "generated"));
  return write(name, source.replaceAll('"./generated/', `"${generated}/`));
}

/** What the compiler says of it, under the strictest options that hold for code by hand. */
function problemsOf(file: string, more: object = {}): readonly string[] {
  return compileProblems({
    files: [file],
    options: { ...HAND_WRITTEN, lib: ["es2023", "dom"], ...more },
  });
}

function instance(): JsonObject {
  const file = path.join(repository, "test/data/instances/checkout.json");
  return JSON.parse(readFileSync(file, "utf8")) as JsonObject;
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

function write(name: string, text: string): string {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, name);
  writeFileSync(file, text);
  return file;
}

interface Taste {
  readonly request: unknown;
  deliveryOf(answer: unknown): readonly { readonly type: string }[] | undefined;
  statusOf(answer: unknown): string;
  commonWith(platformProfile: unknown): readonly string[];
}

/** What the README's business has of its own. */
const SHOP = `
import type { Checkout, CheckoutCreateRequest } from "./generated/index.js";
import type { Handlers } from "./generated/server.js";
type Draft = Omit<Checkout, "proto">;
export declare const profile: object;
export declare const others: Omit<Handlers, "createCheckout" | "getCheckout">;
export declare const shop: {
  begin(
    lines: CheckoutCreateRequest["line_items"],
    currency: string,
    buyer: CheckoutCreateRequest["buyer"],
    key: string | undefined,
    signal: AbortSignal,
  ): Promise<Draft | undefined>;
  find(id: string): Promise<Draft | undefined>;
};
`;

describe("the README's code for operations", () => {
  it.each(["openapi-fetch", "mcp-tools.js", "createServer(", "createClient({", "updateRequestOf("])(
    "compiles under the strictest options: %s",
    (part) => {
      const source = block("ts", part);
      writeCode("shop.ts", SHOP);
      const file = writeCode(`${part.replace(/\W/g, "-")}.ts`, source);
      // What is on Node needs its declarations.
      const types = source.includes("guarded-fetch") ? ["node"] : [];
      expect(problemsOf(file, { types })).toEqual([]);
    },
  );
});

describe("all code of the README", () => {
  it("compiles as it stands", () => {
    const blocks = [...README.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, body = ""]) => body);
    // What scaffold writes is shown in part, and compared with what it writes.
    const whole = blocks.filter((body) => !body.includes("is not written yet"));
    expect(whole.length).toBeGreaterThan(6);
    const files = whole.map((body, index) => writeCode(`block-${index}.ts`, body));
    const options = { ...HAND_WRITTEN, lib: ["es2023", "dom"], types: ["node"] };
    expect(compileProblems({ files, options })).toEqual([]);
  });
});

describe("the README's taste of generated code", () => {
  let file = "";
  let taste: Taste;

  beforeAll(async () => {
    rmSync(directory, { recursive: true, force: true });
    file = writeCode("taste.ts", block("ts", "Checkout.is("));
    taste = (await import(pathToFileURL(file).href)) as Taste;
  }, 180_000);

  it("compiles under the strictest options", () => {
    expect(problemsOf(file)).toEqual([]);
  });

  it("accepts a valid checkout", () => {
    expect(taste.deliveryOf(instance())?.map(({ type }) => type)).toEqual(["shipping", "pickup"]);
    expect(taste.statusOf(instance())).toBe(instance()["status"]);
  });

  it("prints the issues that the README shows", () => {
    const { currency: _, fulfillment, ...rest } = structuredClone(instance());
    const { methods } = fulfillment as { readonly methods: readonly JsonObject[] };
    const drones = methods.map((method, index) =>
      index > 0 ? method : { ...method, type: "drone" },
    );
    const printed: string[] = [];
    const log = vi
      .spyOn(console, "error")
      .mockImplementation((text) => void printed.push(`${text}`));
    try {
      expect(taste.deliveryOf({ ...rest, fulfillment: { methods: drones } })).toBeUndefined();
    } finally {
      log.mockRestore();
    }
    expect(`${printed.join("\n")}\n`).toBe(block("text", "$.currency"));
    expect(() => taste.statusOf(rest)).toThrow("$.currency is required");
  });

  it("has a request that its validator accepts", async () => {
    const index = path.join(repository, "generated/index.ts");
    const { CheckoutCreateRequest } = (await import(pathToFileURL(index).href)) as {
      readonly CheckoutCreateRequest: { is(value: unknown): boolean };
    };
    expect(CheckoutCreateRequest.is(taste.request)).toBe(true);
    expect(CheckoutCreateRequest.is({})).toBe(false);
  });

  it("negotiates", () => {
    const name = "dev.proto.shopping.checkout";
    const capabilities = { [name]: [{ version: "2026-11-20" }] };
    expect(taste.commonWith({ proto: { version: "2026-11-20", capabilities } })).toEqual([name]);
  });

  it("is no longer than twenty-five lines", () => {
    expect(block("ts", "Checkout.is(").split("\n").length).toBeLessThanOrEqual(26);
  });
});

describe("the runtime's README", () => {
  it("has code that compiles, and validates for a platform with fewer extensions", async () => {
    const text = readFileSync(path.join(repository, "src/runtime/README.md"), "utf8");
    const file = writeCode("subset.ts", block("ts", "subset(", text));
    expect(problemsOf(file)).toEqual([]);
    const { checkoutFor } = (await import(pathToFileURL(file).href)) as {
      checkoutFor(platformProfile: unknown): { is(value: unknown): boolean } | undefined;
    };
    const capabilities = { "dev.proto.shopping.checkout": [{ version: "2026-11-20" }] };
    const validator = checkoutFor({ proto: { version: "2026-11-20", capabilities } });
    expect(validator?.is({ ...instance(), fulfillment: "unknown to this platform" })).toBe(true);
    expect(validator?.is({ ...instance(), id: 1 })).toBe(false);
  });

  it("has code that compiles, and places one order for each key", async () => {
    const text = readFileSync(path.join(repository, "src/runtime/README.md"), "utf8");
    write("orders.ts", ORDERS);
    const source = block("ts", "idempotent(", text).replace("idempotency.db", ":memory:");
    const file = write("idempotency.ts", source);
    // libsql's declarations need Node's.
    expect(problemsOf(file, { types: ["node"] })).toEqual([]);
    const { completeOnce } = (await import(pathToFileURL(file).href)) as {
      completeOnce(...call: [string, string, string, Uint8Array, AbortSignal]): Promise<Uint8Array>;
    };
    const { signal } = new AbortController();
    const answers = ["k1", "k1", "k2"].map((key) =>
      completeOnce("client", key, "/orders", new Uint8Array(), signal),
    );
    const orders = (await Promise.all(answers)).map((bytes) => new TextDecoder().decode(bytes));
    expect(orders).toEqual(['{"id":1}', '{"id":1}', '{"id":2}']);
  });

  it("has code that compiles, and fetches no profile of an inner host", async () => {
    const text = readFileSync(path.join(repository, "src/runtime/README.md"), "utf8");
    const file = write("platforms.ts", block("ts", "guardedFetch(", text));
    expect(problemsOf(file, { types: ["node"] })).toEqual([]);
    const { platforms } = (await import(pathToFileURL(file).href)) as {
      platforms: { get(url: string, options: { signal: AbortSignal }): Promise<unknown> };
    };
    const { signal } = new AbortController();
    const work = platforms.get("https://127.0.0.1/", { signal });
    await expect(work).rejects.toMatchObject({
      code: "profile_unreachable",
      cause: { code: "ADDRESS_REFUSED" },
    });
  });

  it("has code that compiles, for servers and clients that sign", async () => {
    const text = readFileSync(path.join(repository, "src/runtime/README.md"), "utf8");
    write("platforms.ts", block("ts", "guardedFetch(", text));
    const file = write("signed.ts", block("ts", "clientSignatures(", text));
    expect(problemsOf(file, { types: ["node"] })).toEqual([]);
  });

  it("has code that compiles, for whoever sends webhooks and whoever takes them", async () => {
    const text = readFileSync(path.join(repository, "src/runtime/README.md"), "utf8");
    write("platforms.ts", block("ts", "guardedFetch(", text));
    const sender = writeCode("outbox.ts", block("ts", "createWebhookSender(", text));
    const receiver = writeCode("webhook.ts", block("ts", "createWebhookReceiver<", text));
    for (const file of [sender, receiver])
      expect(problemsOf(file, { types: ["node"] })).toEqual([]);
  });

  it("has code that compiles, and verifies what it signs", async () => {
    const text = readFileSync(path.join(repository, "src/runtime/README.md"), "utf8");
    const file = writeCode("signature.ts", block("ts", "verifyRequest(", text));
    expect(problemsOf(file, { types: ["node"] })).toEqual([]);
    const log = vi.spyOn(console, "log").mockReturnValue();
    const { verified } = (await import(pathToFileURL(file).href)) as { verified: object };
    log.mockRestore();
    expect(verified).toMatchObject({ covered: ["@method", "@authority", "@path"] });
  });

  it("has code that compiles, and keeps a checkout until it is an order", async () => {
    const text = readFileSync(path.join(repository, "src/runtime/README.md"), "utf8");
    write("kept-shop.ts", KEPT_SHOP);
    const source = block("ts", "createCheckouts<Handlers, NewOrder>(", text)
      .replace("shop.db", ":memory:")
      .replace("./shop.js", "./kept-shop.js");
    const file = writeCode("checkouts.ts", source);
    // libsql's declarations need Node's.
    expect(problemsOf(file, { types: ["node"] })).toEqual([]);
    const { handlers } = (await import(pathToFileURL(file).href)) as {
      handlers: Record<string, (request: object, context: unknown) => Promise<{ id: string }>>;
    };
    const { createCheckout, updateCheckout, completeCheckout } = handlers;
    const request = { line_items: [{ item: { id: "camera" }, quantity: 1 }], currency: "USD" };
    const made = await createCheckout?.(request, CONTEXT);
    expect(made).toMatchObject({ status: "incomplete", messages: [{ code: "missing" }] });
    const whole = { ...request, id: made?.id, buyer: { email: "ada@example.com" } };
    expect(await updateCheckout?.(whole, CONTEXT)).toMatchObject({ status: "ready_for_complete" });
    const payment = { instruments: [{ id: "card", handler_id: "tokenizer", type: "card" }] };
    expect(await completeCheckout?.({ id: made?.id, payment }, CONTEXT)).toMatchObject({
      status: "completed",
      order: { id: `order-${made?.id}` },
    });
  });

  it("has code that compiles, for whoever asks a checkout what comes next", async () => {
    const text = readFileSync(path.join(repository, "src/runtime/README.md"), "utf8");
    writeCode("agent.ts", AGENT);
    const file = writeCode("next-action.ts", block("ts", "nextAction(checkout)", text));
    expect(problemsOf(file)).toEqual([]);
    const { goOn } = (await import(pathToFileURL(file).href)) as {
      goOn(checkout: object): unknown;
    };
    expect(goOn({ status: "ready_for_complete" })).toBe("complete");
    const message = { type: "error", code: "missing", content: "Email.", severity: "recoverable" };
    expect(goOn({ status: "incomplete", messages: [message] })).toEqual([message]);
  });

  it("has code that compiles, and gives no credential to whom it does not know", async () => {
    const text = readFileSync(path.join(repository, "src/runtime/README.md"), "utf8");
    write("participants.ts", PARTICIPANTS);
    const source = block("ts", "createTokenizer(", text).replace("tokens.db", ":memory:");
    const file = write("tokenizer.ts", source);
    // libsql's declarations need Node's.
    expect(problemsOf(file, { types: ["node"] })).toEqual([]);
    const { tokenizer } = (await import(pathToFileURL(file).href)) as {
      tokenizer: { fetch(request: Request): Promise<Response> };
    };
    const ask = (call: string): Promise<Response> =>
      tokenizer.fetch(
        new Request(`https://tokenizer.example/v1/${call}`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: "{}",
        }),
      );
    expect((await ask("tokenize")).status).toBe(401);
    expect((await ask("detokenize")).status).toBe(401);
    expect((await ask("elsewhere")).status).toBe(404);
  });

  it("has code that compiles, and answers a platform with fewer extensions", async () => {
    const text = readFileSync(path.join(repository, "src/runtime/README.md"), "utf8");
    const file = writeCode("answer.ts", block("ts", "attachEnvelope(", text));
    expect(problemsOf(file)).toEqual([]);
    const { answer } = (await import(pathToFileURL(file).href)) as {
      answer(platformProfile: unknown, checkout: object): object | undefined;
    };
    const capabilities = { "dev.proto.shopping.checkout": [{ version: "2026-11-20" }] };
    const given = answer({ proto: { version: "2026-11-20", capabilities } }, instance());
    expect(given).not.toHaveProperty("fulfillment");
    expect(given).toMatchObject({
      id: instance()["id"],
      proto: { status: "success", capabilities },
    });
  });
});

/** What the runtime's README imports. */
const ORDERS = `
let orders = 0;
export async function placeOrder(body: Uint8Array, token: number, lost: AbortSignal) {
  if (lost.aborted || token < 1 || body.length > 0) throw new Error("no order");
  return { id: (orders += 1) };
}
`;

const KEPT_SHOP = `
export const trusted = new Set(["https://agent.example/profile"]);
export function linesOf(asked: readonly { readonly item: { readonly id: string }; readonly quantity: number }[]) {
  return asked.map(({ item, quantity }, at) => ({
    id: \`line_\${at + 1}\`,
    item: { id: item.id, title: item.id, price: 100 },
    quantity,
    totals: [{ type: "subtotal" as const, amount: 100 * quantity }],
  }));
}
export function totalsFor(lines: ReturnType<typeof linesOf>) {
  const amount = lines.reduce((sum, line) => sum + 100 * line.quantity, 0);
  return [
    { type: "subtotal" as const, amount },
    { type: "total" as const, amount },
  ];
}
export const provider = {
  async charge(totals: readonly object[], payment: unknown, key: string, signal: AbortSignal) {
    return totals.length > 0 && payment !== undefined && key !== "" && !signal.aborted;
  },
  async cancel(key: string) {
    if (key === "") throw new Error("no key");
  },
};
`;

const AGENT = `
import type { Checkout } from "./generated/index.js";
export const complete = (checkout: Checkout) => (checkout.status === "ready_for_complete" ? "complete" : "");
export const open = (url: string | undefined) => url;
export const repair = (_checkout: Checkout, messages: readonly object[]) => messages;
`;

const PARTICIPANTS = `
export const keys: Readonly<Record<string, Uint8Array>> = { "2026-11": new Uint8Array(32).fill(1) };
export function participantNamed(accessToken: string): { readonly id: string } | undefined {
  return accessToken === "participant_1" ? { id: "business" } : undefined;
}
`;

describe("the README's error", () => {
  it("is what a run with a misspelt parent says", async () => {
    const text = readFileSync(path.join(repository, "profile.json"), "utf8");
    const profile = write(
      "profile.json",
      text.replace(
        '"extends": "dev.proto.shopping.checkout"',
        '"extends": "dev.proto.shopping.chekout"',
      ),
    );
    const host = fakeHost({ generate });
    const out = path.join(directory, "generated");
    expect(await main(["--profile", profile, "--out", out], host)).toBe(3);
    const shown = block("text", "COMPOSE_UNKNOWN_PARENT").replace("./profile.json", profile);
    expect(host.err()).toBe(shown);
  });
});

describe("the README's commands", () => {
  it.each(["list", "inspect", "resolve", "explain"])(
    "%s prints what the README shows of it",
    async (name) => {
      const shown = new RegExp(
        `^npx proto-gen (${name} [^\\n]*)\n\`\`\`\n\n\`\`\`text\n(.*?)^\`\`\`$`,
        "ms",
      );
      const [, command = "", excerpts = ""] = shown.exec(README) ?? [];
      const { code, out } = await runTool(command.split(" "));
      expect(code).toBe(0);
      // A line of three dots stands for what is left out; what is shown is whole lines, in order.
      const parts = excerpts.split(/^\.\.\.\n/m).filter((part) => part !== "");
      expect(parts.length).toBeGreaterThan(2);
      let from = 0;
      for (const part of parts) {
        const at = `\n${out}`.indexOf(`\n${part}`, from);
        expect(at, part).toBeGreaterThanOrEqual(from);
        from = at + part.length;
      }
    },
  );

  it("validate prints the issues that the README shows", async () => {
    const payload = write("request.json", block("json", "item_camera"));
    const [, command = ""] = /^npx proto-gen (validate [^\n]*)$/m.exec(README) ?? [];
    const { code, out } = await runTool(command.replace("request.json", payload).split(" "));
    expect(code).toBe(1);
    expect(out.replaceAll(payload, "request.json")).toBe(block("text", "request.json: 3 issues"));
  });

  it("diff prints what the README shows", async () => {
    const releases = path.join(directory, "schemas");
    rmSync(releases, { recursive: true, force: true });
    for (const name of ["2026-11-23", "draft"])
      cpSync(path.join(repository, "schemas", name), path.join(releases, name), {
        recursive: true,
      });
    edit(
      path.join(releases, "draft/shopping/types/line_item.json"),
      '"minimum": 1',
      '"minimum": 2',
    );
    edit(
      path.join(releases, "draft/shopping/types/fulfillment_method_type.json"),
      '["shipping", "pickup"]',
      '["shipping", "pickup", "locker"]',
    );
    const before = process.cwd();
    process.chdir(directory);
    const { code, out } = await runTool(["diff", "2026-11-23", "draft"]).finally(() =>
      process.chdir(before),
    );
    expect(code).toBe(1);
    let from = 0;
    for (const part of block("text", "[bounds-tightened]").split("...\n")) {
      const at = out.indexOf(part, from);
      expect(at, part).toBeGreaterThanOrEqual(from);
      from = at + part.length;
    }
  });

  it("have code beside them that compiles, and validates", async () => {
    const schema = path.join(repository, "schemas/2026-11-20/shopping/checkout.json");
    const source = block("ts", "compileValidator(").replace("./schemas/checkout.json", schema);
    const file = write("authors.ts", source);
    // Its declarations name those of its own dependencies.
    expect(problemsOf(file, { types: ["node"] })).toEqual([]);
    const { plain, issuesOf } = (await import(pathToFileURL(file).href)) as {
      readonly plain: JsonObject;
      issuesOf(value: unknown): readonly { readonly pointer: string }[];
    };
    expect(plain["required"]).toEqual(["line_items", "currency"]);
    expect(issuesOf({ line_items: [] }).map(({ pointer }) => pointer)).toEqual(["/currency"]);
  });

  it.each(["lint", "release"])("%s prints all that the README shows of it", async (name) => {
    const shown = new RegExp(
      `^npx proto-gen (${name} [^\\n]*)\n\`{3}\n\n\`{3}text\n(.*?)^\`{3}$`,
      "ms",
    );
    const [, command = "", text] = shown.exec(README) ?? [];
    expect(await runTool(command.split(" "))).toEqual({ code: 0, out: text, err: "" });
  });
});

describe("the README's handlers", () => {
  it("are those that scaffold writes", async () => {
    const into = path.join(directory, "src/business.ts");
    rmSync(into, { force: true });
    const profile = path.join(repository, "profile.json");
    const { code } = await runTool(["scaffold", "--into", into, "--profile", profile]);
    expect(code).toBe(0);
    expect(readFileSync(into, "utf8")).toContain(block("ts", "is not written yet"));
  });
});

describe("the README's purchase", () => {
  it("ends with a delivered order each time, as its lines stand", async () => {
    const [, command = ""] = /^npx proto-gen mock (.*)$/m.exec(README) ?? [];
    const mock = await openMock(
      ...command
        .replace(/--port \d+/, "")
        .trim()
        .split(" "),
    );
    try {
      const { url } = mock.opened;
      const lines = block("sh", "post()").replace("http://127.0.0.1:8080", url);
      // Twice in one shell, as whoever tries it again does.
      const { stdout } = await promisify(execFile)("sh", ["-eu", "-c", `${lines}\n${lines}`]);
      const order = '"order":\\{"id":"(order_checkout_[\\w-]+)","permalink_url":"https:.*"\\}';
      const [, first, second] =
        new RegExp(`^${order}\ndelivered\n${order}\ndelivered\n$`).exec(stdout) ?? [];
      expect(first, stdout).toMatch(/^order_/);
      expect(second).not.toBe(first);
      expect(lines).toContain(url);
    } finally {
      await mock.stop();
    }
  });
});
