/**
 * What the storefront does otherwise where mandates authorize payments (§1.8). In: the platforms that sign
 * them. Out: options of `openShop`, with the server that is generated for the repository's own profile.
 */

import { merchantAuthorization } from "@proto-gen/runtime/commerce";
import { jwsAuthorizer, jwsMandateVerifier, platformKeys } from "@proto-gen/runtime/jose";
import type { PlatformProfiles } from "@proto-gen/runtime/profile";
import { generateSigningKey } from "@proto-gen/runtime/signature";
import { createServer, type Handlers } from "../../generated/server.js";
import type { ShopOptions } from "../../templates/storefront/src/shop.js";
import { ownProfile, type OwnProfile } from "./own-profile.js";

const MANDATES = "dev.proto.shopping.ap2_mandate";

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
        profile: withMandates(options.profile),
        signingKeys: () => [...(options.signingKeys?.() ?? []), publicKey],
        finishers: { [MANDATES]: merchantAuthorization(authorizer) },
      }),
  };
}

function withMandates(profile: object): object {
  const { proto, ...rest } = profile as OwnProfile;
  const mandates = ownProfile().proto.capabilities[MANDATES] ?? [];
  return {
    ...rest,
    proto: { ...proto, capabilities: { ...proto.capabilities, [MANDATES]: mandates } },
  };
}
