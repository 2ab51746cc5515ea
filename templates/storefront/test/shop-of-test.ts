/** The shop on a port of this machine, in memory, with a platform that it knows and a client of that. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import { createClient, type Client } from "../src/generated/client.js";
import { folderMailer } from "../src/mail/nodemailer-mailer.js";
import { createSandbox, type Sandbox } from "../src/payment/sandbox.js";
import { openShop, type Shop, type ShopOptions } from "../src/shop.js";

export interface TestShop {
  readonly shop: Shop;
  readonly sandbox: Sandbox;
  readonly client: Client;
  /** Of a platform that has the catalog, carts and checkouts, and no extension. */
  plain(): Promise<Client>;
  /** The mail in its folder. */
  mails(): readonly string[];
  close(): Promise<void>;
}

const PLATFORM = "https://agent.example/profile.json";
const PLAIN = "https://plain.example/profile.json";
/** Has nothing in common with the shop. */
export const STRANGER = "https://stranger.example/profile.json";

/**
 * @param more of the platform's order capability, for instance: `{ webhook_url }`
 * @param options of the shop, in place of the usual ones
 */
export async function openTestShop(
  more: object = {},
  options: Partial<ShopOptions> = {},
): Promise<TestShop> {
  const folder = mkdtempSync(path.join(tmpdir(), "storefront-"));
  const sandbox = createSandbox();
  const shop = await openShop({
    isTrusted: () => true,
    // Tests call it as often as they can.
    rateLimit: () => undefined,
    port: 0,
    payments: sandbox,
    mailer: folderMailer(folder),
    platforms: approvedPlatforms({
      [PLATFORM]: platformProfile(more),
      [PLAIN]: platformProfile({}, PLAIN_HAS),
      [STRANGER]: { proto: { version: "2026-11-27", capabilities: {} } },
    }),
    ...options,
  });
  const clients: Client[] = [];
  async function clientOf(profile: string): Promise<Client> {
    const client = (await createClient({
      business: shop.url,
      profile,
      development: true,
    })) as Client;
    clients.push(client);
    return client;
  }
  const client = await clientOf(PLATFORM);
  return {
    shop,
    sandbox,
    client,
    plain: () => clientOf(PLAIN),
    mails: () => readdirSync(folder).map((file) => readFileSync(path.join(folder, file), "utf8")),
    async close() {
      for (const each of clients) await each.$close();
      await shop.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const PLAIN_HAS = /\.(catalog\.\w+|cart|checkout)$/;

/** A platform that supports what the shop does: all of it unless told. */
function platformProfile(order: object, has = /./): object {
  const file = new URL("../profile.json", import.meta.url);
  const { proto } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly proto: { readonly capabilities: Readonly<Record<string, readonly object[]>> };
  };
  const capabilities = Object.entries(proto.capabilities)
    .filter(([name]) => has.test(name))
    .map(([name, entries]) => [
      name,
      entries.map((entry) => ({ ...entry, config: name.endsWith(".order") ? order : {} })),
    ]);
  return { proto: { ...proto, capabilities: Object.fromEntries(capabilities) as object } };
}

/** A resource, where there has to be one. */
export function resource<Kind>(answer: Kind | BusinessOutcome): Kind {
  if (answer instanceof BusinessOutcome) throw new Error(JSON.stringify(answer.messages));
  return answer;
}
