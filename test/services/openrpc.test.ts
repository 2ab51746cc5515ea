/** `openrpc.json` before OpenRPC's own validator (§4.5). */

import { describe, expect, it } from "vitest";
import type { JsonObject } from "@proto-gen/runtime/json";
import { brokenReferences, bundleOf, reducedRelease } from "../support/bundle.js";
import { parseOpenRpc, validateOpenRpc } from "../support/peers/openrpc.js";
import { ownRelease, published, publishedReleases, type Release } from "../support/published.js";
import { vendorRelease } from "../support/vendor-service.js";

const RELEASES: readonly (readonly [string, Release, number])[] = [
  ["the repository's profile", ownRelease, 9],
  ["a profile with a vendor's service", vendorRelease(), 11],
  ["a profile over MCP only", reducedRelease("mcp", { transport: "mcp" }), 9],
  [
    "a profile without cart",
    reducedRelease("no cart", { capability: (name) => name !== "cart" }),
    5,
  ],
];

describe.each(RELEASES)("openrpc.json of %s", describeDocument);

describe
  .skipIf(published === undefined)
  .each(
    publishedReleases.map(
      (release) => [release.name, release, release.name < "2026-04-08" ? 5 : 13] as const,
    ),
  )("openrpc.json of release %s", describeDocument);

function describeDocument(name: string, release: Release, count: number): void {
  it("is valid, has all methods, and refers only into itself (§8)", async () => {
    const bundle = await bundleOf(release, `services-openrpc-${name.replaceAll(/\W/g, "-")}`);
    const document = bundle.json("openrpc.json");
    expect(validateOpenRpc(document)).toBe(true);
    expect(document["methods"] as readonly JsonObject[]).toHaveLength(count);
    expect(brokenReferences(document)).toEqual([]);
    expect(JSON.stringify(document)).toContain('"$ref"');
    expect(await parseOpenRpc(document)).toMatchObject({ openrpc: "1.3.2" });
  });
}
