/** Which profiles a mock takes: it refuses what the business could not do, by name. */

import { readFileSync } from "node:fs";
import type { JsonObject } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { requireServable } from "../../src/cli/commands/mock/require-servable.js";
import { servedProfile } from "../../src/cli/commands/mock/served-profile.js";
import { interpret } from "../../src/interpret.js";
import type { Interpretation } from "../../src/interpretation.js";
import { memoryRelease, ownProfile } from "../support/bundle.js";
import { checkoutReleases, published, type Release } from "../support/published.js";
import { runTool } from "../support/release.js";
import { GIFT, giftSchema, SUBSCRIPTION, vendorRelease } from "../support/vendor-service.js";

const CHECKOUT = "dev.proto.shopping.checkout";

function read(
  { profile, schemas }: Release,
  capabilities?: readonly string[],
): Promise<Interpretation> {
  return interpret({
    profile,
    schemas,
    ...(capabilities === undefined ? {} : { capabilities }),
  });
}

/** The gift of `giftSchema`, which says `gift` of the checkout, with more in that. */
function withGift(more: JsonObject): JsonObject {
  const schema = giftSchema();
  const $defs = schema["$defs"] as JsonObject;
  const { allOf } = $defs[CHECKOUT] as { readonly allOf: readonly JsonObject[] };
  const [base = {}, own = {}] = allOf;
  return { ...schema, $defs: { ...$defs, [CHECKOUT]: { allOf: [base, { ...own, ...more }] } } };
}

describe("a profile that the business can serve", () => {
  it("is the repository's, and a part of it", async () => {
    const own = memoryRelease("own", ownProfile());
    requireServable(await read(own));
    requireServable(await read(own, [CHECKOUT]));
  });

  it("may have an extension that requires nothing of the business", async () => {
    requireServable(await read(vendorRelease(), [CHECKOUT, GIFT]));
  });

  it.skipIf(published === undefined)("may be of another release, under another name", async () => {
    for (const each of checkoutReleases) requireServable(await read(each));
  });
});

describe("a profile that the business cannot serve", () => {
  const code = "MOCK_UNKNOWN_CAPABILITY";

  it("has a root with operations of its own", async () => {
    const input = await read(vendorRelease());
    expect(() => requireServable(input)).toThrow(new RegExp(`${code}: .* ${SUBSCRIPTION}: .*`));
  });

  it.each([
    ["of the checkout", { required: ["gift"] }, "gift"],
    [
      "of what the checkout has",
      {
        properties: {
          line_items: { type: "array", items: { type: "object", required: ["wrap"] } },
        },
      },
      "line_items[].wrap",
    ],
  ])("has an extension that requires a member %s", async (_, more, member) => {
    const input = await read(vendorRelease({ gift: withGift(more) }), [CHECKOUT, GIFT]);
    expect(() => requireServable(input)).toThrow(`${code}: mock does not implement`);
    expect(() => requireServable(input)).toThrow(
      `${GIFT}: it requires ${member} in the response of`,
    );
  });

  it("has no operation", async () => {
    const input = await read(memoryRelease("order", ownProfile()), ["dev.proto.shopping.order"]);
    expect(() => requireServable(input)).toThrow("MOCK_NOTHING");
  });

  it("is refused with a message that says what to do", async () => {
    const { profile, schemas } = vendorRelease();
    const roots = schemas.flatMap(({ directory, prefix }) => [
      "--schemas",
      `${directory}=${prefix}`,
    ]);
    const { code: exit, err } = await runTool(["mock", "--profile", profile, ...roots]);
    expect(exit).toBe(2);
    expect(err).toContain(`${SUBSCRIPTION}: the business has no operation`);
    expect(err).toContain("--capabilities");
  });
});

describe("the profile that a mock publishes", () => {
  it("has what is active of it, and no more", async () => {
    const own = memoryRelease("own", ownProfile());
    const { proto, ...rest } = servedProfile(await read(own, [CHECKOUT])) as {
      readonly proto: JsonObject;
    };
    expect(Object.keys(proto["capabilities"] as object)).toEqual([CHECKOUT]);
    const { proto: before, ...others } = JSON.parse(readFileSync(own.profile, "utf8")) as {
      readonly proto: JsonObject;
    };
    expect(rest).toEqual(others);
    expect({ ...proto, capabilities: 0 }).toEqual({ ...before, capabilities: 0 });
  });
});
