/** The interface through which a business has its checkouts signed, and mandates verified (§1.8). */

import {
  merchantAuthorization,
  type MerchantAuthorizer,
  type MandateVerifier,
} from "../commerce/mandate/mandates.js";
import { isCapability } from "../vocabulary/vocabulary.js";
import type { Agreement } from "../negotiation/negotiate.js";
import type { Surface } from "../schema/surface.js";
import type { Finishers } from "../server/payloads.js";
import type { PlatformProfiles } from "../server/platforms.js";
import type { Signer } from "../signature/signer.js";
import type { PublicJwk } from "../signature/signing-key.js";

/** The owners of the keys that sign checkouts and mandates. */
export interface MandateParties {
  /** Returns the signer with the business's current key. */
  signer(): Signer;
  /** Returns the keys that the business publishes. */
  signingKeys(): readonly PublicJwk[];
  readonly platforms: PlatformProfiles;
}

/** `jwsMandates()` of `@proto-gen/runtime/jose`. */
export type Mandates = (parties: MandateParties) => Promise<{
  readonly authorizer: MerchantAuthorizer;
  readonly verifier: MandateVerifier;
}>;

export interface OpenedMandates {
  readonly verifier?: MandateVerifier;
  /** A release in which the extension adds nothing to a checkout has no place for the signature. */
  readonly finishers?: Finishers;
}

/** @throws TypeError if the profile has the mandate extension, and no `mandates` are given */
export async function openMandates(
  mandates: Mandates | undefined,
  { agreement, surface }: { readonly agreement: Agreement; readonly surface: Surface },
  parties: MandateParties,
): Promise<OpenedMandates> {
  const extension = agreement.capabilities.find(({ name }) => isCapability(name, "ap2_mandate"));
  if (extension === undefined) return {};
  if (mandates === undefined)
    throw new TypeError(
      `The profile has ${extension.name}. Pass mandates: jwsMandates() of @proto-gen/runtime/jose.`,
    );
  const { authorizer, verifier } = await mandates(parties);
  const isSigned = Object.values(surface)
    .flatMap((views) => Object.values(views))
    .some(({ contributions }) => contributions.some((each) => each.capability === extension.name));
  return {
    verifier,
    finishers: isSigned ? { [extension.name]: merchantAuthorization(authorizer) } : {},
  };
}
