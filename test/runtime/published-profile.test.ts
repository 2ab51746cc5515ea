/** The profile that a server publishes is what its code was generated for (§9.6). */

import { describe, expect, it } from "vitest";
import { ProfileNotGenerated } from "@proto-gen/runtime/server";
import { RegistryError } from "@proto-gen/runtime/negotiation";
import { ownProfile } from "../support/own-profile.js";
import { sampleServer } from "../support/sample-business.js";

const VERSION = "2026-11-20";
const CART = "dev.proto.shopping.cart";
const CHECKOUT = "dev.proto.shopping.checkout";

/** The repository's profile with other capabilities; `undefined` removes one. */
function profileWith(capabilities: Readonly<Record<string, unknown>>, version = VERSION): object {
  const { proto, ...rest } = ownProfile();
  return {
    ...rest,
    proto: { ...proto, version, capabilities: { ...proto.capabilities, ...capabilities } },
  };
}

function refusal(profile: object): unknown {
  try {
    sampleServer({ created: [], entries: [] }, {}, { profile });
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("createServer refuses a profile that publishes", () => {
  it("capabilities and versions that were not generated, and names them all", () => {
    const error = refusal(
      profileWith({
        [CART]: [{ version: "draft" }, { version: VERSION }],
        "com.example.gift": [{ version: "2026-01-01", extends: CHECKOUT }],
      }),
    );
    expect(error).toBeInstanceOf(ProfileNotGenerated);
    expect(error).toMatchObject({
      code: "PROFILE_NOT_GENERATED",
      capabilities: [
        {
          name: CART,
          version: "draft",
          generated: VERSION,
          pointer: `/proto/capabilities/${CART}/0`,
        },
        {
          name: "com.example.gift",
          version: "2026-01-01",
          generated: undefined,
          pointer: "/proto/capabilities/com.example.gift/0",
        },
      ],
    });
    expect((error as Error).message).toBe(
      "PROFILE_NOT_GENERATED: the profile publishes what the code was not generated for: " +
        `${CART} draft at /proto/capabilities/${CART}/0 (generated in ${VERSION}); ` +
        "com.example.gift 2026-01-01 at /proto/capabilities/com.example.gift/0. " +
        "Remove it from the profile, or run proto-gen again with this profile; " +
        "of each capability it generates one version, the highest that can be active.",
    );
  });

  it("another version of the protocol", () => {
    const error = refusal(profileWith({}, "2027-01-01"));
    expect(error).toMatchObject({ code: "PROFILE_NOT_GENERATED", capabilities: [] });
    expect((error as Error).message).toContain(`protocol 2027-01-01 (generated for ${VERSION})`);
  });

  it("no registry at all", () => {
    expect(refusal({})).toBeInstanceOf(RegistryError);
  });
});

it("createServer takes a profile that publishes less than was generated", () => {
  expect(refusal(profileWith({ [CHECKOUT]: [] }))).toBeUndefined();
});
