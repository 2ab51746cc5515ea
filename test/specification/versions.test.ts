/** Versions (§9.2, §9.4): the version of an answer is the business's, whichever the platform speaks. */

import { describe, expect, it } from "vitest";
import { callTool, metaOf } from "../support/mcp-call.js";
import {
  createOverRest,
  ORDERED,
  profile,
  sampleServer,
  WHOLE,
} from "../support/sample-business.js";

interface Enveloped {
  readonly proto: { readonly version: string; readonly status: string };
}

/** A business whose platform has every capability, and says that version of the protocol. */
function serverFor(version: string) {
  const { proto } = profile as { readonly proto: object };
  const platform = { ...profile, proto: { ...proto, version } };
  const get = (url: string) => Promise.resolve({ url, profile: platform, identity: version });
  return sampleServer({ created: [], entries: [] }, {}, { platforms: { get } });
}

async function overRest(version: string): Promise<Enveloped> {
  return (await (await createOverRest(serverFor(version), "key_1")).json()) as Enveloped;
}

async function overMcp(version: string): Promise<Enveloped> {
  const given = { meta: metaOf(WHOLE), checkout: ORDERED };
  const { message } = await callTool(serverFor(version), "create_checkout", given);
  const content = message.result?.structuredContent as { readonly checkout?: Enveloped };
  return content.checkout ?? (content as Enveloped);
}

describe.each([
  ["REST", overRest],
  ["MCP", overMcp],
])("the version of an answer over %s", (_, create) => {
  it.each(["2026-11-20", "2026-01-01"])(
    "is the business's for a platform of version %s (§9.2, §9.4)",
    async (version) => {
      expect((await create(version)).proto).toMatchObject({
        version: "2026-11-20",
        status: "success",
      });
    },
  );

  it("is the business's also where it is too early for the platform (§9.5)", async () => {
    expect((await create("2027-01-01")).proto).toMatchObject({
      version: "2026-11-20",
      status: "error",
    });
  });
});
