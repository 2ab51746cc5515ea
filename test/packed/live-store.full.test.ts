/**
 * A platform of its own project, against a store as most live ones are: the store's profile, and the documents that it names, stand at
 * their https URLs, one of which redirects, and one of which is not there. Names and sockets lead to this machine, by a preload of the
 * test; the packages are those that npm packs, and have no option for that.
 */

import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFront, type Answer, type Front } from "../support/live-store/tls-front.js";
import { publishedDocuments, storeProfile, platformProfile } from "../support/live-store/store.js";
import { lockLikeOurs, packPackages } from "../support/packages.js";
import { published } from "../support/published.js";
import { runCommand, startCommand, type Running } from "../support/user-process.js";

const LONG = 600_000;
const RELEASE = "2026-04-08";
const VENDORS = ["store", "hosting", "wallet", "platform"];
const HOSTS = ["ucp.dev", ...VENDORS.map((name) => `${name}.example.com`)];
const STORE = "https://store.example.com/.well-known/ucp";
const PLATFORM = "https://platform.example.com/profile.json";
const CATALOG = `https://hosting.example.com/ucp/${RELEASE}/catalog.json`;
const WALLET = "https://wallet.example.com/ucp/config.json";

const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-live-"));
const preload = fileURLToPath(new URL("../support/live-store/redirect-hosts.mjs", import.meta.url));
let front: Front;
let shop: Running | undefined;
let endpoint = "";

/** What a platform's developer writes. */
const PURCHASE = `
import { BusinessOutcome } from "@proto-gen/runtime/error";
import { mcp } from "@proto-gen/runtime/client/mcp";
import { createClient } from "./generated/client.js";

const shop = await createClient({ business: "${new URL(STORE).origin}", profile: "${PLATFORM}", transport: mcp });
const { products } = unwrap(await shop.searchCatalog({ query: "presets" }));
const [variant] = products[0]?.variants ?? [];
if (variant === undefined) throw new Error("nothing was found");
const line_items = [{ item: { id: variant.id }, quantity: 1 }];
const cart = unwrap(await shop.createCart({ line_items }));
const checkout = unwrap(await shop.createCheckout({ line_items }));
const { id, status, continue_url } = checkout;
const drift = shop.$business.drift.map((each) => ("name" in each ? each.name : each.kind));
console.log(JSON.stringify({ cart: cart.line_items.length, id, status, continue_url, drift }));

function unwrap<Resource>(answer: Resource | BusinessOutcome): Resource {
  if (answer instanceof BusinessOutcome) throw new Error(JSON.stringify(answer));
  return answer;
}
`;

function answerTo(url: string): Answer | undefined {
  if (url === STORE) return { json: storeProfile(RELEASE) };
  if (url === PLATFORM) return { json: platformProfile(RELEASE) };
  if (url === CATALOG) return { redirect: "https://hosting.example.com/ucp/latest/catalog.json" };
  if (url === "https://store.example.com/api/mcp") return { forward: endpoint };
  const document = documents.get(url);
  return document === undefined ? undefined : { json: document };
}

const documents: ReadonlyMap<string, unknown> =
  published === undefined ? new Map() : publishedDocuments(published, RELEASE);

function environment(): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: `--import=${pathToFileURL(preload).href}`,
    NODE_EXTRA_CA_CERTS: path.join(directory, "certificate.pem"),
    REDIRECTED_HOSTS: HOSTS.join(","),
    REDIRECTED_PORT: String(front.port),
    XDG_CACHE_HOME: path.join(directory, "cache"),
  };
}

function run(command: string, ...args: readonly string[]): ReturnType<typeof runCommand> {
  return runCommand(command, args, { cwd: directory, env: environment() });
}

function write(name: string, content: unknown): void {
  const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
  writeFileSync(path.join(directory, name), text);
}

async function openShop(): Promise<void> {
  write("plain.json", storeProfile(RELEASE, { withVendors: false }));
  const mock = ["proto-gen", "mock", "--profile", "plain.json", "--port", "0", "--json"];
  const release = path.join(published ?? "", RELEASE, "source");
  const schemas = ["--schemas", `${release}=https://ucp.dev/${RELEASE}`];
  shop = startCommand("npx", [...mock, ...schemas], { cwd: directory, env: environment() });
  const [opened] = await shop.printed(/^\{"kind":"opened".*\}$/m);
  endpoint = (JSON.parse(opened) as { readonly endpoints: { readonly mcp: string } }).endpoints.mcp;
}

describe.skipIf(published === undefined)("a store as most live ones are", () => {
  beforeAll(async () => {
    front = await openFront(HOSTS, answerTo);
    write("certificate.pem", front.certificate);
    const { generator, runtime } = await packPackages(directory);
    const wanted = ["typescript", "@types/node", "@modelcontextprotocol/client"];
    const own = { "proto-gen": generator, "@proto-gen/runtime": runtime };
    const archives = Object.entries(own).map(([name, { filename }]) => [name, `file:${filename}`]);
    const more = wanted.map((name) => [name, "*"]);
    const dependencies = Object.fromEntries([...archives, ...more]) as object;
    write("package.json", { private: true, type: "module", dependencies });
    write("package-lock.json", lockLikeOurs(wanted));
    await runCommand("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund"], {
      cwd: directory,
    });
  }, LONG);

  afterAll(async () => {
    shop?.kill();
    await front.close();
    await rm(directory, { recursive: true, force: true });
  }, LONG);

  it(
    "is generated from its URL, and what cannot be read is left out with its reason",
    async () => {
      const { stderr } = await run("npx", "proto-gen", "--profile", STORE, "--fetch");
      expect(stderr).toMatch(/com\.example\.hosting\.catalog.*left out/);
      expect(stderr).toContain("redirect");
      expect(stderr).toMatch(/com\.example\.hosting\.card.*left out/);
      expect(stderr).toContain(WALLET);
      expect(front.asked).toContain(CATALOG);
      expect(front.asked.join("\n")).not.toContain("/latest/");
      expect(readdirSync(directory)).toContain("proto-gen.lock.json");
    },
    LONG,
  );

  it(
    "is up to date without network, and generated anew from the lock",
    async () => {
      const before = front.asked.length;
      const again = await run("npx", "proto-gen", "--profile", STORE);
      expect(again.stderr).toContain("is up to date");
      await run("npx", "proto-gen", "--profile", STORE, "--check");
      expect(front.asked.length).toBe(before);
    },
    LONG,
  );

  it(
    "is called: search, cart, and a checkout that the buyer goes on with",
    async () => {
      write("purchase.ts", PURCHASE);
      const compile = ["tsc", "--strict", "--target", "es2022", "--module", "nodenext"];
      await run("npx", ...compile, "--skipLibCheck", "--types", "node", "purchase.ts");
      await openShop();
      const { stdout } = await run("node", "purchase.js");
      expect(JSON.parse(stdout)).toMatchObject({
        cart: 1,
        id: expect.any(String) as string,
        continue_url: expect.stringMatching(/^https:\/\//) as string,
      });
    },
    LONG,
  );

  it("keeps in the lock what was read, and nothing of what was left out", () => {
    const lock = readFileSync(path.join(directory, "proto-gen.lock.json"), "utf8");
    expect(lock).toContain(STORE);
    expect(lock).not.toContain(CATALOG);
    expect(lock).not.toContain(WALLET);
  });
});
