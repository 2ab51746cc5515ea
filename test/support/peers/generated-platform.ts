/** The client that is generated for a release, as one that its tests can call without its types. */

import { mcp } from "@proto-gen/runtime/client/mcp";
import { importEmitted } from "../emitted.js";
import { generateRelease } from "./generated-release.js";
import type { ReleaseDocuments } from "./release-documents.js";
import type { BoughtCheckout, Body, ReleaseRequests } from "./release-requests.js";
import type { Release } from "../published.js";

type Method = (request: Body) => Promise<BoughtCheckout>;

export interface GeneratedClient {
  readonly createCheckout: Method;
  readonly getCheckout: Method;
  readonly updateCheckout: Method;
  readonly completeCheckout: Method;
  readonly cancelCheckout: Method;
  readonly $close: () => Promise<void>;
}

export interface GeneratedPlatform {
  connect(business: string, transport: "rest" | "mcp"): Promise<GeneratedClient>;
}

const PROFILE = "https://agent.example/.well-known/profile";

export async function generatePlatform(
  release: Release,
  documents: ReleaseDocuments,
): Promise<GeneratedPlatform> {
  const { directory } = await generateRelease(release, documents, `peers-${release.name}-client`);
  const { createClient } = (await importEmitted(directory, "client.ts")) as unknown as {
    readonly createClient: (options: object) => Promise<GeneratedClient>;
  };
  const needsSignature = documents.rest("create_checkout").headers.includes("Request-Signature");
  return {
    connect: (business, transport) =>
      createClient({
        business,
        profile: PROFILE,
        development: true,
        ...(needsSignature ? { headers: { "Request-Signature": () => "signature" } } : {}),
        ...(transport === "mcp" ? { transport: mcp } : {}),
      }),
  };
}

/** A delivered purchase, with an id in each request as methods of the client have it. @returns the answers, in order */
export async function buyWith(
  client: GeneratedClient,
  requests: ReleaseRequests,
  transport: "rest" | "mcp",
): Promise<readonly BoughtCheckout[]> {
  const created = await client.createCheckout(requests.create("mug"));
  const { id } = created;
  const delivered = await client.updateCheckout({ ...requests.deliver(created), id });
  const chosen = await client.updateCheckout({ ...requests.choose(delivered), id });
  const payment = requests.complete("tok_ok", transport);
  const completed = await client.completeCheckout({ ...payment, id });
  return [created, delivered, chosen, completed, await client.getCheckout({ id })];
}
