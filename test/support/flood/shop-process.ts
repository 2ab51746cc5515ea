/**
 * The storefront as a process of its own, in memory and with the limits that it has in production. It sends
 * its URL, and ends with the process that started it.
 */

import process from "node:process";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { createSandbox } from "../../../templates/storefront/src/payment/sandbox.js";
import { openShop } from "../../../templates/storefront/src/shop.js";
import type { ShopFile } from "../../../templates/storefront/src/shop-data.js";

interface Settings {
  readonly profile: object;
  /** A bundled module does not find the file. */
  readonly data: ShopFile;
  /** By the URLs of their profiles. */
  readonly platforms: Readonly<Record<string, object>>;
}

process.once("message", (settings) => void open(settings as Settings));
process.once("disconnect", () => process.exit());
process.send?.({ ready: true });

async function open({ profile, data, platforms }: Settings): Promise<void> {
  const shop = await openShop({
    port: 0,
    profile,
    data,
    platforms: approvedPlatforms(platforms),
    payments: createSandbox(),
    mailer: { send: async () => undefined },
    isTrusted: () => true,
  });
  process.send?.({ url: shop.url });
}
