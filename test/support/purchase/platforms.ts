/** Two platforms on loopback that publish their profiles, for a business that fetches them. */

import { randomUUID } from "node:crypto";
import { generateSigningKey, type SigningKeyPair } from "@proto-gen/runtime/signature";
import { ownProfile } from "../own-profile.js";
import { listen } from "../webhook-parties.js";

export interface PlatformOptions {
  /** Of the platform, beside catalog, cart, checkout and order. */
  readonly extensions?: readonly string[];
  /** Of the protocol; the business's where none is given. */
  readonly version?: string;
  readonly supportsMultiGroup?: boolean;
  /** Where the platform hears of orders. */
  readonly webhookUrl?: string;
  /** False for a platform whose page no business trusts; its URL tells. */
  readonly trustedUi?: boolean;
  /** Public keys in place of the platform's one. */
  readonly keys?: readonly object[];
}

export interface Platforms {
  /** URLs of the profiles. */
  readonly platform: string;
  readonly otherPlatform: string;
  readonly agentKeys: SigningKeyPair;
  publish(options: PlatformOptions): void;
  close(): Promise<void>;
}

/** The end of the URL of the profile of a platform whose page is not trusted. */
export const UNTRUSTED_PATH = "/untrusted/profile.json";

const ALWAYS = ["catalog.search", "catalog.lookup", "cart", "checkout", "order"];
const DEFAULT_EXTENSIONS = ["fulfillment", "buyer_consent", "discount"];

export async function openPlatforms(options: PlatformOptions): Promise<Platforms> {
  const agentKeys = await generateSigningKey();
  let current = options;
  const other = platformProfile({});
  const own = (): object => ({
    ...platformProfile(current),
    signing_keys: current.keys ?? [agentKeys.publicKey],
  });
  // A business keeps profiles for a while, and a port may have been another test's a moment ago.
  const path = `/${randomUUID()}`;
  const otherPath = `${path}/other/profile.json`;
  const listening = await listen((request, response) => {
    const profile = request.url === otherPath ? other : own();
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(profile));
  });
  return {
    platform:
      listening.origin + path + (options.trustedUi === false ? UNTRUSTED_PATH : "/profile.json"),
    otherPlatform: listening.origin + otherPath,
    agentKeys,
    publish: (options) => void (current = options),
    close: () => listening.close(),
  };
}

/** The repository's own profile, with less and with a platform's configuration. */
export function platformProfile({
  extensions = DEFAULT_EXTENSIONS,
  supportsMultiGroup,
  version,
  webhookUrl,
}: PlatformOptions): object {
  // What a platform says of payment handlers is not what its business does.
  const { payment_handlers: _, ...proto } = ownProfile().proto as ReturnType<
    typeof ownProfile
  >["proto"] & { readonly payment_handlers?: unknown };
  const names = [...ALWAYS, ...extensions].map((name) => `dev.proto.shopping.${name}`);
  const configs: Readonly<Record<string, object>> = {
    "dev.proto.shopping.fulfillment":
      supportsMultiGroup === undefined ? {} : { supports_multi_group: supportsMultiGroup },
    "dev.proto.shopping.order": webhookUrl === undefined ? {} : { webhook_url: webhookUrl },
  };
  const capabilities = names.map((name) => [
    name,
    (proto.capabilities[name] ?? []).map((each) => ({ ...each, config: configs[name] ?? {} })),
  ]);
  const said = version === undefined ? {} : { version };
  return { proto: { ...proto, ...said, capabilities: Object.fromEntries(capabilities) as object } };
}
