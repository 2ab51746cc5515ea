/** The profile that `proto-gen init` writes, with a member of a payment handler's configuration that no platform may see. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../published.js";

export const PRIVATE_MEMBER = { account_key: "business-account-key" };

interface Profile {
  readonly proto: {
    readonly payment_handlers: Readonly<Record<string, readonly { readonly config: object }[]>>;
  };
}

export function businessProfile(): object {
  const file = path.join(repository, "templates/storefront/profile.json");
  const { proto, ...rest } = JSON.parse(readFileSync(file, "utf8")) as Profile;
  const handlers = Object.entries(proto.payment_handlers).map(([name, entries]) => [
    name,
    entries.map((entry) => ({ ...entry, config: { ...entry.config, ...PRIVATE_MEMBER } })),
  ]);
  const payment_handlers = Object.fromEntries(handlers) as object;
  return { ...rest, proto: { ...proto, payment_handlers } };
}
