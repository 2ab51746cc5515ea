/** `openapi.json` before judges that take long: redocly, and generators of clients. */

import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { bundleOf, reducedRelease } from "../support/bundle.js";
import { conform, generatorsInstalled } from "../support/peers/generators.js";
import { lintOpenapi, summarizeLint } from "../support/peers/redocly.js";
import { ownRelease, published, publishedRelease, type Release } from "../support/published.js";
import { vendorRelease } from "../support/vendor-service.js";

/**
 * What redocly warns of, by rule; `example.com` is the endpoint in the profile. Its rule on examples closes
 * every schema with `unevaluatedProperties`, also those in `then`, and so refuses what the document accepts:
 * `checkExamples` is their judge, and their number here means nothing.
 */
const OWN: readonly string[] = [
  "warn no-invalid-media-type-examples",
  "warn no-required-schema-properties-undefined: 3",
  "warn no-server-example.com: 1",
];

const PUBLISHED: Readonly<Record<string, readonly string[]>> = {
  "2026-01-11": [
    "warn info-license: 1",
    "warn no-illogical-composition-keywords: 4",
    "warn no-server-example.com: 1",
    "warn operation-4xx-response: 5",
  ],
  "2026-01-23": [
    "warn info-license: 1",
    "warn no-illogical-composition-keywords: 1",
    "warn no-server-example.com: 1",
    "warn operation-4xx-response: 5",
  ],
};

describe("openapi.json of the repository's profile", () => describeRelease(ownRelease, OWN));

describe.skipIf(published === undefined).each(Object.entries(PUBLISHED))(
  "openapi.json of release %s",
  (name, warnings) => describeRelease(publishedRelease(name), warnings),
);

function describeRelease(release: Release, warnings: readonly string[]): void {
  let file: string;

  beforeAll(async () => {
    file = await openapiOf(release, release.name);
  });

  it("has no error by redocly's recommended rules, and the warnings that are known (§8)", async () => {
    const { errors, ...rest } = await lintOpenapi(file);
    expect(errors).toEqual([]);
    const found = summarizeLint({ errors, ...rest });
    expect(found.map((each) => each.replace(/(media-type-examples): .*/, "$1"))).toEqual(warnings);
  });

  it.skipIf(!generatorsInstalled)(
    "lets openapi-ts and orval generate what compiles (§8)",
    async () => {
      const { ok, output } = await conform(file);
      expect(output.trim().split("\n")).toEqual([
        expect.stringMatching(/^@hey-api\/openapi-ts .*; they compile$/),
        expect.stringMatching(/^orval .*; they compile$/),
      ]);
      expect(ok).toBe(true);
    },
  );
}

describe.each<[string, Release]>([
  ["without fulfillment", reduced((name) => name !== "fulfillment")],
  ["without cart", reduced((name) => name !== "cart")],
  ["with catalogs only", reduced((name) => name.startsWith("catalog."))],
  ["with a vendor's service", vendorRelease()],
])("openapi.json of a profile %s", (name, release) => {
  it("has no error by redocly's recommended rules (§8)", async () => {
    const { errors } = await lintOpenapi(await openapiOf(release, name));
    expect(errors).toEqual([]);
  });
});

function reduced(capability: (name: string) => boolean): Release {
  return reducedRelease("reduced", { capability });
}

async function openapiOf(release: Release, name: string): Promise<string> {
  const { directory } = await bundleOf(release, `openapi-peers-${name.replaceAll(/\W/g, "-")}`);
  return path.join(directory, "openapi.json");
}
