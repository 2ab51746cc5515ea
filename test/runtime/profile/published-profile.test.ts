/** The profile that a server publishes is what its code was generated for (§9.6). */

import { findSigningKeyProblems } from "@proto-gen/runtime/codegen/generator";
import { generateSigningKey } from "@proto-gen/runtime/signature";
import { describe, expect, it } from "vitest";
import { ProfileInvalid, ProfileNotGenerated } from "@proto-gen/runtime/server";
import type { PlatformProfiles } from "@proto-gen/runtime/profile";
import { RegistryError } from "@proto-gen/runtime/negotiation";
import { createServer } from "../../../generated/server.js";
import { ownProfile } from "../../support/own-profile.js";
import { sampleHandlers, sampleServer } from "../../support/sample-business.js";

const VERSION = "2026-11-27";
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

describe("createServer", () => {
  it("refuses capabilities and versions that were not generated, and names them all", () => {
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
      "PROFILE_NOT_GENERATED: the code was not generated for what the profile publishes: " +
        `${CART} draft at /proto/capabilities/${CART}/0 (generated in ${VERSION}); ` +
        "com.example.gift 2026-01-01 at /proto/capabilities/com.example.gift/0. " +
        "Remove it from the profile, or run proto-gen again with this profile; " +
        "it generates one version per capability, the highest that can be active.",
    );
  });

  it("refuses another version of the protocol", () => {
    const error = refusal(profileWith({}, "2027-01-01"));
    expect(error).toMatchObject({ code: "PROFILE_NOT_GENERATED", capabilities: [] });
    expect((error as Error).message).toContain(`protocol 2027-01-01 (generated for ${VERSION})`);
  });

  it("refuses a profile without a registry", () => {
    expect(refusal({})).toBeInstanceOf(RegistryError);
  });
});

it("createServer takes a profile that publishes less than was generated", () => {
  expect(refusal(profileWith({ [CHECKOUT]: [] }))).toBeUndefined();
});

/** Of the server that proto-gen has generated, which knows the release. */
function generatedRefusal(profile: object, options: object = {}): unknown {
  const handlers = sampleHandlers({ created: [] });
  const platforms: PlatformProfiles = { get: () => Promise.reject(new Error("not asked")) };
  try {
    createServer(handlers, { profile, platforms, ...options });
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("createServer with a profile that its release rejects", () => {
  const own = ownProfile() as unknown as Record<string, unknown>;
  const invalid = (profile: object, options: object = {}): ProfileInvalid => {
    const error = generatedRefusal(profile, options);
    expect(error).toBeInstanceOf(ProfileInvalid);
    return error as ProfileInvalid;
  };

  it("refuses a profile that breaks the schema of profiles", () => {
    const { proto } = structuredClone(ownProfile());
    const [checkout] = proto.capabilities[CHECKOUT] as Record<string, unknown>[];
    delete checkout?.["spec"];
    expect(invalid({ ...own, proto }).problems).toEqual([
      { pointer: `/proto/capabilities/${CHECKOUT}/0/spec`, message: "is required" },
    ]);
  });

  it("refuses a capability's configuration that breaks its schema", () => {
    const fulfillment = "dev.proto.shopping.fulfillment";
    const { proto } = structuredClone(ownProfile());
    const [entry] = proto.capabilities[fulfillment] as Record<string, unknown>[];
    Object.assign(entry ?? {}, { config: { allows_multi_destination: { shipping: "yes" } } });
    expect(invalid({ ...own, proto }).problems).toContainEqual({
      pointer: `/proto/capabilities/${fulfillment}/0/config/allows_multi_destination/shipping`,
      message: "must be of type boolean",
    });
  });

  it("refuses a private key, without a word of the key", () => {
    const keys = [{ kid: "a", kty: "EC", crv: "P-256", x: "x", y: "y", d: "secret-part" }];
    const error = invalid({ ...own, signing_keys: keys });
    expect(error.problems[0]?.pointer).toBe("/signing_keys/0/d");
    expect(error.code).toBe("PROFILE_INVALID");
    expect(error.message).not.toContain("secret-part");
  });

  it.each([
    ["use", { use: "enc" }],
    ["use", { use: ["sig"] }],
    ["key_ops", { key_ops: ["sign"] }],
    ["key_ops", { key_ops: "verify" }],
  ])("reports a key whose %s forbids that it verifies", async (member, more) => {
    const { publicKey } = await generateSigningKey();
    const { use: _use, ...key } = publicKey;
    const problems = findSigningKeyProblems({ signing_keys: [{ ...key, ...more }] });
    expect(problems).toMatchObject([{ pointer: `/signing_keys/0/${member}`, exposesKey: false }]);
    expect(findSigningKeyProblems({ signing_keys: [{ ...key, key_ops: ["verify"] }] })).toEqual([]);
  });

  it("refuses http endpoints, but for loopback in development", () => {
    const text = JSON.stringify(own).replaceAll(
      "https://business.example.com",
      "http://127.0.0.1:1",
    );
    const local = JSON.parse(text) as object;
    expect(text).toContain("http://127.0.0.1:1");
    invalid(local);
    expect(generatedRefusal(local, { development: true })).toBeUndefined();
  });
});
