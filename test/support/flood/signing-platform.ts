/** A platform that signs every call, and takes the time of each. */

import { setTimeout as pause } from "node:timers/promises";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import { clientSignatures, createSigner, generateSigningKey } from "@proto-gen/runtime/signature";
import { createClient } from "../../../templates/storefront/src/generated/client.js";
import { platformProfile } from "../../../templates/storefront/src/sample-platform.js";
import { ownProfile } from "../../../templates/storefront/src/profile-at.js";

const PROFILE = "https://signing.example/profile.json";

/** Before each round: a platform that calls as fast as it can has reached its own limit soon. */
const PAUSE_MS = 50;

export interface Measured {
  /** The time of each call, in milliseconds. */
  readonly times: readonly number[];
  /** Errors that were thrown in place of answers. */
  readonly refused: readonly unknown[];
}

export interface MeasuredClient {
  /** Each round creates a checkout, updates it and gets it: at least `count` of them, until it is enough. */
  rounds(count: number, isEnough?: () => boolean): Promise<Measured>;
}

export interface SigningPlatform {
  /** The shop's. */
  readonly business: object;
  /** The profile that a platform without keys publishes. */
  readonly profile: object;
  /** The platform's own, by its URL. */
  readonly published: Readonly<Record<string, object>>;
  clientOf(business: string): Promise<MeasuredClient>;
}

export async function createSigningPlatform(): Promise<SigningPlatform> {
  const { privateKey, publicKey } = await generateSigningKey();
  const signer = await createSigner(privateKey);
  const business = ownProfile();
  const profile = platformProfile(business, "proto");
  return {
    business,
    profile,
    published: { [PROFILE]: { ...profile, signing_keys: [publicKey] } },
    async clientOf(business) {
      const client = await createClient({
        business,
        profile: PROFILE,
        development: true,
        retries: 0,
        signatures: clientSignatures({ signer: () => signer }),
      });
      return { rounds: (count, isEnough = () => true) => measured(client, count, isEnough) };
    },
  };
}

async function measured(
  client: Awaited<ReturnType<typeof createClient>>,
  count: number,
  isEnough: () => boolean,
): Promise<Measured> {
  const times: number[] = [];
  const refused: unknown[] = [];
  const line_items = [{ item: { id: "pico_black" }, quantity: 1 }];

  async function timed<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
    const from = performance.now();
    try {
      return await call();
    } catch (error) {
      refused.push(error);
      return undefined;
    } finally {
      times.push(performance.now() - from);
    }
  }

  for (let round = 0; round < count || !isEnough(); round += 1) {
    await pause(PAUSE_MS);
    const request = { line_items, currency: "USD" };
    const created = await timed(() => client.createCheckout(request));
    if (created === undefined) continue;
    if (created instanceof BusinessOutcome) throw new Error(JSON.stringify(created.messages));
    const { id } = created;
    await timed(() => client.updateCheckout({ id, ...request }));
    await timed(() => client.getCheckout({ id }));
  }
  return { times, refused };
}

/** The time that this part of the calls does not exceed: 0.99 for all but one of a hundred. */
export function quantile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((left, right) => left - right);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
}
