/**
 * A purchase over TLS 1.3 with signatures required on both sides (§5.4): keys are found through profiles, one
 * is rotated in the middle, one revoked.
 */

import { readFileSync } from "node:fs";
import { createServer as createHttps, type Server as HttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { signed } from "@proto-gen/runtime/auth";
import type { ClientOptions } from "@proto-gen/runtime/client";
import { mcp } from "@proto-gen/runtime/client/mcp";
import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
import type { JsonObject } from "@proto-gen/runtime/json";
import { serveNode, type NodeServer } from "@proto-gen/runtime/node";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import type { Server, ServerOptions } from "@proto-gen/runtime/server";
import {
  clientSignatures,
  createSigner,
  generateSigningKey,
  signAnswers,
  verifyRequests,
  type Signer,
  type SigningKeyPair,
  revokeKey,
  rotateKey,
} from "@proto-gen/runtime/signature";
import { createClient } from "../../../generated/client.js";
import { createServer } from "../../../generated/server.js";
import { httpsFetch } from "../../support/https-fetch.js";
import { localhostCertificate } from "../../../templates/mock/certificate.js";
import { repository } from "../../support/published.js";
import { createSmallBusiness } from "../../support/small-business.js";

/** How long a platform's profile is kept here: the bound for a key that was revoked. */
const KEPT_MS = 60;
const ORDERED = [{ item: { id: "camera" }, quantity: 1 }];
const PAYMENT = {
  payment: { instruments: [{ id: "card_1", handler_id: "tokenizer", type: "card" }] },
  ap2: { checkout_mandate: "eyJhbGciOiJFUzI1NiJ9.e30.c2ln" },
};

interface Party {
  profile: object;
  signer: Signer;
}

interface World {
  readonly agent: Party & { readonly url: string };
  readonly business: Party & { readonly url: string; publish(): void };
  readonly versions: Set<string | null>;
  readonly client: ClientOptions;
}

const running: (NodeServer | HttpsServer)[] = [];
let world: World;

async function partyWith(profile: object, pair: SigningKeyPair): Promise<Party> {
  return {
    profile: { ...profile, signing_keys: [pair.publicKey] },
    signer: await createSigner(pair.privateKey),
  };
}

async function open(): Promise<World> {
  const { key, cert } = await localhostCertificate(undefined);
  const own = JSON.parse(readFileSync(path.join(repository, "profile.json"), "utf8")) as JsonObject;

  const agent = await partyWith(own, await generateSigningKey());
  const publisher = createHttps({ key, cert, minVersion: "TLSv1.3" }, (_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(agent.profile));
  });
  running.push(publisher);
  await new Promise<void>((resolve) => publisher.listen(0, "localhost", resolve));
  const agentUrl = `https://localhost:${(publisher.address() as AddressInfo).port}/agent.json`;

  let server: Server | undefined;
  const late = {
    answer: (...given: Parameters<Server["answer"]>) => (server as Server).answer(...given),
  };
  const node = await serveNode(late, { port: 0, host: "localhost", tls: { key, cert } });
  running.push(node);
  const url = `https://localhost:${node.port}`;
  const placed = JSON.parse(
    JSON.stringify(own).replaceAll("https://business.example.com", url),
  ) as object;
  const business = await partyWith(placed, await generateSigningKey({ curve: "P-384" }));

  const platforms = createPlatformProfiles({
    name: "proto",
    fetch: guardedFetch({ development: true, ca: cert }),
    development: true,
    limits: { floorMs: KEPT_MS, ceilingMs: KEPT_MS, cooldownMs: 0 },
  });
  const { handlers } = createSmallBusiness();
  const publish = (): void => {
    const options: ServerOptions<never> = {
      profile: business.profile,
      platforms,
      authentication: signed(verifyRequests({ name: "proto", platforms })),
      signAnswers: signAnswers(() => business.signer),
    };
    server = createServer(handlers, options);
  };
  publish();

  const versions = new Set<string | null>();
  return {
    agent: Object.assign(agent, { url: agentUrl }),
    business: Object.assign(business, { url, publish }),
    versions,
    client: {
      business: url,
      profile: agentUrl,
      development: true,
      fetch: httpsFetch(cert, (version) => versions.add(version)),
      signatures: clientSignatures({ signer: () => agent.signer, require: "complete" }),
    },
  };
}

beforeEach(async () => {
  world = await open();
});
afterEach(async () => {
  for (const each of running.splice(0)) await each.close();
});

function resource<Kind>(answer: Kind | BusinessOutcome): Kind {
  if (answer instanceof BusinessOutcome) throw new Error(JSON.stringify(answer.messages));
  return answer;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

describe("a purchase with signatures on both sides", () => {
  it("goes on while keys are rotated on both sides", async () => {
    const { agent, business, versions } = world;
    const shop = await createClient(world.client);
    const { id } = resource(await shop.createCheckout({ currency: "USD", line_items: ORDERED }));

    const next = await generateSigningKey();
    agent.profile = rotateKey(agent.profile, { key: next.publicKey, now: new Date() }).profile;
    const retired = agent.signer;
    agent.signer = await createSigner(next.privateKey);
    const request = { id, currency: "USD", line_items: ORDERED };
    expect(resource(await shop.updateCheckout(request)).status).toBe("ready_for_complete");
    // What was signed before the rotation, or on another machine, is still verified.
    agent.signer = retired;
    expect(resource(await shop.getCheckout({ id })).id).toBe(id);

    const replaced = await generateSigningKey({ curve: "P-384" });
    business.profile = rotateKey(business.profile, {
      key: replaced.publicKey,
      now: new Date(),
    }).profile;
    business.signer = await createSigner(replaced.privateKey);
    business.publish();
    const completed = resource(await shop.completeCheckout({ id, ...PAYMENT }));
    expect(completed.status).toBe("completed");
    expect([...versions]).toEqual(["TLSv1.3"]);
  });

  it("goes over MCP, too", async () => {
    const shop = await createClient({ ...world.client, transport: mcp } as never);
    const { createCheckout, completeCheckout, $close } = shop;
    const { id } = resource(await createCheckout({ currency: "USD", line_items: ORDERED }));
    const completed = resource(await completeCheckout({ id, ...PAYMENT }));
    expect(completed.status).toBe("completed");
    await $close();
  });

  it("ends for a key that was revoked, once its profile was kept for as long as it is", async () => {
    const { agent } = world;
    const shop = await createClient(world.client);
    const { id } = resource(await shop.createCheckout({ currency: "USD", line_items: ORDERED }));
    const stolen = agent.signer;
    const next = await generateSigningKey();
    agent.profile = revokeKey(agent.profile, stolen.keyId, next.publicKey);
    await pause(KEPT_MS + 20);
    await expect(shop.getCheckout({ id })).rejects.toMatchObject({ code: "key_not_found" });
    agent.signer = await createSigner(next.privateKey);
    expect(resource(await shop.getCheckout({ id })).id).toBe(id);
  });

  it("is refused without a signature, and with another's", async () => {
    const { signatures: _, ...unsigned } = world.client;
    const shop = await createClient(unsigned);
    const request = { currency: "USD", line_items: ORDERED };
    await expect(shop.createCheckout(request)).rejects.toMatchObject({ code: "signature_missing" });
    const { keyId } = world.agent.signer;
    const forged = await createSigner((await generateSigningKey({ kid: keyId })).privateKey);
    const forger = await createClient({
      ...unsigned,
      signatures: clientSignatures({ signer: forged }),
    });
    await expect(forger.createCheckout(request)).rejects.toMatchObject({
      code: "signature_invalid",
    });
  });

  it("does not take a completed checkout whose signature is not the business's", async () => {
    const { business } = world;
    const shop = await createClient(world.client);
    const { id } = resource(await shop.createCheckout({ currency: "USD", line_items: ORDERED }));
    const { keyId, curve } = business.signer;
    const other = await generateSigningKey({ curve, kid: keyId });
    business.signer = await createSigner(other.privateKey);
    await expect(shop.completeCheckout({ id, ...PAYMENT })).rejects.toMatchObject({
      code: "ANSWER_INVALID",
    });
  });
});
