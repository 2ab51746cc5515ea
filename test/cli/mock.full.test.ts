/** `proto-gen mock` as a process, as whoever builds a platform meets it. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { connect } from "node:net";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { mcp } from "@proto-gen/runtime/client/mcp";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { AnsweredRequest } from "../../src/mock/messages.js";
import { createClient } from "../../templates/storefront/src/generated/client.js";
import { openMockPlatform, type MockPlatform } from "../support/mock-platform.js";
import { openMock, spawnMock, type OpenMock } from "../support/mock-process.js";
import { BUYER, payment, resource, shippedCheckout } from "../support/mock-purchase.js";
import { published } from "../support/published.js";

const run = promisify(execFile);
const PROFILE = ["--profile", "./profile.json"];

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), "proto-gen-test-"));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Of a server whose certificate is in a file. */
function statusOver(url: string, certificate: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { ca: readFileSync(certificate) }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });
}

async function json(url: string): Promise<object> {
  return (await (await fetch(url)).json()) as object;
}

describe("a mock of the repository's profile", () => {
  let mock: OpenMock;
  let platform: MockPlatform;
  let mail: string;
  beforeAll(async () => {
    mail = path.join(scratch, "mail");
    mock = await openMock(...PROFILE, "--mail", mail);
    platform = await openMockPlatform(await json(mock.opened.platform));
  }, 60_000);
  afterAll(async () => {
    await platform.close();
    await mock.stop();
  });

  it.each([
    ["REST", {}],
    ["MCP", { transport: mcp }],
  ] as const)(
    "sells over %s, from search to the delivered order, and tells of it",
    async (_, transport) => {
      const { url, discovery } = mock.opened;
      const options = { business: url, profile: platform.profile, development: true };
      const search = await createClient(options);
      const found = resource(await search.searchCatalog({ query: "camera bag" }));
      const item = found.products[0]?.variants?.find(({ availability }) => availability?.available);
      const shop = (await createClient({ ...options, ...transport } as never)) as typeof search;
      const { id, status } = await shippedCheckout(shop, item?.id ?? "");
      expect(status).toBe("ready_for_complete");
      await platform.remember(id, discovery);
      const done = resource(await shop.completeCheckout({ id, payment: payment() }));
      expect(done.status).toBe("completed");
      const order = done.order?.id;
      await expect.poll(() => platform.orders, { timeout: 15_000 }).toContain(order);
      await expect.poll(() => platform.delivered(order ?? ""), { timeout: 20_000 }).toBe(true);
      expect(platform.refused).toEqual([]);
      const mails = readdirSync(mail).map((name) => readFileSync(path.join(mail, name), "utf8"));
      expect(mails.filter((text) => text.includes(`${order}`))).toHaveLength(1);
      await search.$close();
      await shop.$close();
    },
    60_000,
  );

  it("prints each request: what it was, and what became of it", async () => {
    const { url, endpoints } = mock.opened;
    const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const headers = { "Content-Type": "application/json" };
    await fetch(endpoints.mcp ?? "", { method: "POST", headers, body: list });
    await fetch(`${url}/nowhere`);
    await fetch(`${endpoints.rest}/catalog/search`, { method: "POST", body: "{}" });
    const answered = (): readonly AnsweredRequest[] =>
      mock.said().flatMap((message) => (message.kind === "answered" ? [message] : []));
    await expect.poll(() => answered().at(-1)?.operation).toBe("search_catalog");
    const [first, second] = answered().slice(-2);
    expect(first).toMatchObject({
      method: "GET",
      path: "/nowhere",
      status: 404,
      code: "not_found",
    });
    expect(second).toMatchObject({ status: 400, code: "invalid_request" });
    expect(answered().map(({ operation }) => operation)).toContain("tools/list");
    const outcomes = new Set(answered().map(({ outcome }) => outcome));
    expect([...outcomes]).toEqual(expect.arrayContaining(["ready_for_complete", "completed"]));
    const kinds = new Set(mock.said().map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(["opened", "answered", "webhook", "mail"]));
    const completed = answered().filter(({ operation }) => operation === "complete_checkout");
    expect(completed.map((each) => each.path)).toContain("/proto/mcp");
    expect(completed.map((each) => each.path).some((each) => each.startsWith("/proto/v1/"))).toBe(
      true,
    );
  });

  it("outlives what is no request at all", async () => {
    const { port } = new URL(mock.opened.url);
    const garbage = ["\0\u0016\u0003", "GET\r\n\r\n", "GET / HTTP/1.1\r\nHost: \u0007\r\n\r\n"];
    for (const bytes of garbage)
      await new Promise((resolve) => {
        const socket = connect(Number(port), "127.0.0.1", () => socket.end(bytes));
        socket.on("close", resolve).on("error", () => undefined);
        socket.resume();
      });
    const headers = { "Proto-Agent": "\u00ff", "Content-Type": "application/json" };
    const target = `${mock.opened.endpoints.rest}/checkout-sessions`;
    const bodies = ["{", "[]", '{"a":1,"a":2}', "\0", "9".repeat(100_000)];
    for (const body of bodies)
      expect((await fetch(target, { method: "POST", headers, body })).status).toBe(400);
    expect((await fetch(mock.opened.discovery)).status).toBe(200);
  });

  it("publishes the profile at its own address, with keys of its own", async () => {
    const profile = JSON.stringify(await json(mock.opened.discovery));
    expect(profile).toContain(`"endpoint":"${mock.opened.url}/proto/v1"`);
    expect(profile).not.toContain("business.example.com");
    expect(profile).not.toContain("business-2026-11");
  });

  it("answers buyers over https, with the certificate that it says", async () => {
    const { site, certificate } = mock.opened;
    expect(site).toMatch(/^https:/);
    expect(await statusOver(`${site}/.well-known/proto`, certificate)).toBe(200);
  });
});

/** The repository's profile with less in it, over REST alone. */
function subset(...names: readonly string[]): string {
  const { proto } = JSON.parse(readFileSync("profile.json", "utf8")) as {
    readonly proto: {
      readonly capabilities: Readonly<Record<string, unknown>>;
      readonly services: Readonly<Record<string, readonly object[]>>;
    };
  };
  const kept = Object.entries(proto.capabilities).filter(([name]) =>
    names.some((each) => name === `dev.proto.shopping.${each}`),
  );
  const services = Object.fromEntries(
    Object.entries(proto.services).map(([name, [rest]]) => [name, [rest]]),
  );
  const file = path.join(scratch, `${names.join("-")}.json`);
  const capabilities = Object.fromEntries(kept);
  writeFileSync(file, JSON.stringify({ proto: { ...proto, services, capabilities } }));
  return file;
}

describe.skipIf(published === undefined)("a mock of a release under another name", () => {
  it("has its header, its paths, and its shapes of the registries", async () => {
    const schemas = `${published}/2026-01-11/source=https://ucp.dev`;
    const profile = `${published}/2026-01-11/profile.json`;
    const mock = await openMock("--profile", profile, "--schemas", schemas, "--seed", "1");
    onTestFinished(() => mock.stop());
    const { endpoints, platform, agentHeader, discovery } = mock.opened;
    expect(agentHeader).toBe("Ucp-Agent");
    expect(discovery).toMatch(/\/\.well-known\/ucp$/);
    const post = async (where: string, body: object): Promise<unknown> => {
      const headers = {
        "Content-Type": "application/json",
        "Ucp-Agent": `profile="${platform}"`,
        "Request-Id": "request",
        "Request-Signature": "none",
        "Idempotency-Key": `key${where}`,
      };
      const target = `${endpoints.rest}/checkout-sessions${where}`;
      return (await fetch(target, { method: "POST", headers, body: JSON.stringify(body) })).json();
    };
    const line_items = [{ item: { id: "presets" }, quantity: 1 }];
    const request = { line_items, currency: "USD", buyer: BUYER, payment: {} };
    const created = (await post("", request)) as { readonly id: string };
    expect(created).toMatchObject({
      ucp: { version: "2026-01-11" },
      status: "ready_for_complete",
      payment: { handlers: [{ id: "tokenizer" }] },
    });
    const credential = { type: "token", token: "tok_ok" };
    const payment_data = {
      id: "card",
      handler_id: "tokenizer",
      type: "card",
      brand: "visa",
      last_digits: "4242",
      credential,
    };
    const completed = await post(`/${created.id}/complete`, { payment_data });
    expect(completed).toMatchObject({ status: "completed", order: { id: `order_${created.id}` } });
  }, 60_000);
});

describe("a mock of a profile with a checkout and no more", () => {
  it("sells over TLS, to whoever trusts its certificate, and ends without a trace", async () => {
    const mock = await openMock("--profile", subset("checkout"), "--https");
    onTestFinished(() => mock.stop());
    const { url, site, discovery, certificate, endpoints } = mock.opened;
    expect(url).toMatch(/^https:/);
    expect(site).toBe(url);
    expect(endpoints).toEqual({ rest: `${url}/proto/v1` });
    expect(await statusOver(discovery, certificate)).toBe(200);
    await expect(statusOver(discovery, "LICENSE")).rejects.toThrow();
    expect(mock.left()).toHaveLength(1);
    const other = spawnMock("--profile", subset("checkout"), "--port", new URL(url).port);
    onTestFinished(() => other.stop());
    expect(await other.ended()).toBe(2);
    expect(other.err()).toContain(`PORT_UNAVAILABLE: port ${new URL(url).port} is in use`);
    expect(other.left()).toEqual([]);
    expect(await mock.signalled("SIGTERM")).toBe(0);
    expect(mock.left()).toEqual([]);
  }, 90_000);

  it("says a call to try that works as it stands, and ends with Ctrl-C", async () => {
    const mock = spawnMock("--profile", subset("checkout", "order"), "--port", "0");
    onTestFinished(() => mock.stop());
    await mock.printed(/^Try:$[^]*?-d .*$/m);
    expect(mock.err()).toContain("building");
    const { stdout } = await run("sh", ["-c", mock.out().split("Try:")[1] ?? ""]);
    expect(JSON.parse(stdout)).toMatchObject({ currency: "USD", status: "incomplete" });
    await mock.printed(
      /^POST \/proto\/v1\/checkout-sessions create_checkout 201 incomplete \d+ ms$/m,
    );
    const pages = new URL(/https:\S+/.exec(mock.out())?.[0] ?? "").origin;
    expect((JSON.parse(stdout) as { continue_url: string }).continue_url).toContain(pages);
    expect(await mock.signalled("SIGINT")).toBe(0);
    expect(mock.left()).toEqual([]);
  }, 60_000);

  it.each([
    ["a file", "README.md", "--mail README.md: is not a directory"],
    ["a place below a file", "README.md/mail", "its parent is a file, not a directory"],
    ["nothing", "", "--mail is empty"],
  ])("refuses %s for its mail before it opens", async (_, mail, message) => {
    const mock = spawnMock("--profile", subset("checkout"), "--port", "0", "--mail", mail);
    onTestFinished(() => mock.stop());
    expect(await mock.ended()).toBe(2);
    expect(mock.err()).toContain("MOCK_MAIL_UNWRITABLE: ");
    expect(mock.err()).toContain(message);
    expect(mock.err()).not.toContain(" at ");
    expect([mock.out(), mock.left()]).toEqual(["", []]);
  });

  it("says with --json --quiet where it is, and nothing else", async () => {
    const mock = await openMock("--profile", subset("checkout"), "--quiet");
    onTestFinished(() => mock.stop());
    const { url, port, discovery } = mock.opened;
    expect(url).toBe(`http://127.0.0.1:${port}`);
    await fetch(discovery);
    expect(await mock.signalled("SIGTERM")).toBe(0);
    expect(mock.said()).toHaveLength(1);
    expect(mock.err()).toBe("");
  }, 60_000);

  it("leaves nothing where it is killed", async () => {
    const mock = await openMock("--profile", subset("checkout"));
    onTestFinished(() => mock.stop());
    expect(mock.left()).toHaveLength(1);
    expect(await mock.signalled("SIGKILL")).toBe(null);
    await expect.poll(() => mock.left(), { timeout: 15_000 }).toEqual([]);
  }, 60_000);

  it("ends while it is being prepared, too", async () => {
    // With this option, nothing that was built before is used.
    const mock = spawnMock("--profile", subset("checkout"), "--port", "0", "--development");
    onTestFinished(() => mock.stop());
    await expect.poll(() => mock.err(), { timeout: 30_000 }).toContain("building");
    expect(await mock.signalled("SIGTERM")).toBe(0);
    expect(mock.left()).toEqual([]);
  }, 60_000);
});
