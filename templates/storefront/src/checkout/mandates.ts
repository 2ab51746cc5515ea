/**
 * The mandate extension (§1.8): checkouts that the shop signs, completed by what their buyer has signed. In: the
 * shop's keys, who knows the platforms' keys. Out: what signs and what verifies; undefined where the profile does
 * not have the extension. What it needs, `jose` among it, is loaded only where it does.
 */

import { isCapability } from "@proto-gen/runtime/negotiation";
import { merchantAuthorization, type MandateVerifier } from "@proto-gen/runtime/commerce";
import type { Finishers } from "@proto-gen/runtime/server";
import type { PlatformProfiles } from "@proto-gen/runtime/profile";
import { agreement } from "../generated/negotiation.js";
import { surface } from "../generated/surface.js";
import type { SigningKeys } from "../keys/signing-keys.js";

export interface Mandates {
  /** For `createServer`: each checkout is signed for platforms that have the extension. */
  readonly finishers: Finishers;
  /** For `createCheckouts`. */
  readonly verifier: MandateVerifier;
}

export interface MandatesOptions {
  readonly keys: SigningKeys;
  readonly platforms: PlatformProfiles;
}

export async function openMandates(options: MandatesOptions): Promise<Mandates | undefined> {
  const capability = agreement.capabilities.find(({ name }) => isCapability(name, "ap2_mandate"));
  if (capability === undefined) return undefined;
  const { keys, platforms } = options;
  const { jwsAuthorizer, jwsMandateVerifier, platformKeys } =
    await import("@proto-gen/runtime/jose");
  const isSigned = Object.values(surface)
    .flatMap((views) => Object.values(views))
    .some(({ contributions }) => contributions.some((each) => each.capability === capability.name));
  return {
    // A release in which it adds nothing to a checkout leaves no place for a signature.
    finishers: isSigned
      ? { [capability.name]: merchantAuthorization(await jwsAuthorizer(keys.signer)) }
      : {},
    verifier: jwsMandateVerifier({
      keysFor: platformKeys(platforms),
      signingKeys: keys.published,
    }),
  };
}
