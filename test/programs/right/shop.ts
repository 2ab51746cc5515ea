/** What every program here has beside the lines that it is about: a profile, its platforms, and a catalog. */

import { readFileSync } from "node:fs";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import type { Handlers } from "../../../generated/server.js";

export const profile = JSON.parse(readFileSync("profile.json", "utf8"));

export const PLATFORM = "https://agent.example/profile.json";

const { capabilities, ...rest } = profile.proto;
const { "dev.proto.shopping.ap2_mandate": _mandates, ...others } = capabilities;

export const platforms = approvedPlatforms({
  [PLATFORM]: { proto: { ...rest, capabilities: others, payment_handlers: {} } },
});

type Catalog = Pick<Handlers, "searchCatalog" | "lookupCatalog">;

export const catalog: Catalog = {
  searchCatalog: () => ({ products: [] }),
  lookupCatalog: () => ({ products: [] }),
};

/** A row of the database, whose columns nobody has typed. */
export function readRow(id: string): any {
  return { id, price: 2000 };
}
