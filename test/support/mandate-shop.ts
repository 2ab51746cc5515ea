/**
 * What the storefront does otherwise where mandates authorize payments (§1.8). In: the platforms that sign
 * them. Out: options of `openShop`, with the server that is generated for the repository's own profile.
 */

import { merchantAuthorization } from "@proto-gen/runtime/mandate";
import { jwsAuthorizer, jwsMandateVerifier, platformKeys } from "@proto-gen/runtime/mandate/jws";
import type { PlatformProfiles } from "@proto-gen/runtime/server";
import { generateSigningKey, type SigningKeyPair } from "@proto-gen/runtime/signature";
import { createServer, type Handlers } from "../../generated/server.js";
import type { ShopOptions } from "../../templates/storefront/src/shop.js";
import { ownProfile, type OwnProfile } from "./own-profile.js";

const MANDATES = "dev.proto.shopping.ap2_mandate";

type PublicKey = SigningKeyPair["publicKey"];
type MandateOptions = Required<Pick<ShopOptions, "checkouts" | "createServer">>;

export async function mandateOptions(platforms: PlatformProfiles): Promise<MandateOptions> {
  const { privateKey, publicKey } = await generateSigningKey();
  const authorizer = await jwsAuthorizer(privateKey);
  const keysFor = platformKeys(platforms);
  return {
    checkouts: { mandates: jwsMandateVerifier({ keysFor, signingKeys: [publicKey] }) },
    createServer: (handlers, options) =>
      createServer(handlers as Handlers, {
        ...options,
        profile: withMandates(options.profile, publicKey),
        finishers: { [MANDATES]: merchantAuthorization(authorizer) },
      }),
  };
}

function withMandates(profile: object, key: PublicKey): object {
  const { proto, signing_keys } = profile as OwnProfile & {
    readonly signing_keys: readonly PublicKey[];
  };
  const mandates = ownProfile().proto.capabilities[MANDATES] ?? [];
  const capabilities = { ...proto.capabilities, [MANDATES]: mandates };
  return { proto: { ...proto, capabilities }, signing_keys: [...signing_keys, key] };
}
