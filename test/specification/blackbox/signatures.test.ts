/** Signatures of a platform's calls (§5.4): the address that they are for, new keys, and the keys of the business. */

import { describe, expect, it } from "vitest";
import { generateSigningKey } from "@proto-gen/runtime/signature";
import { business } from "../../blackbox/opening.js";
import { SIGNED_TRANSPORTS } from "../../blackbox/speak-signed.js";

describe.each(SIGNED_TRANSPORTS)("a call that is signed, over %s", (_, create) => {
  it("§5.4: is taken by the business that it is signed for", async () => {
    const open = await business();
    expect(await create(open, { keys: open.agentKeys })).toBeUndefined();
  });

  it("§5.4: is refused where it is signed for another business", async () => {
    const open = await business();
    const refused = await create(open, { keys: open.agentKeys, host: "other-shop.example" });
    expect(refused).toBe("signature_invalid");
  });

  it("§5.4: is refused where its body is not the one that was signed", async () => {
    const open = await business();
    const refused = await create(open, { keys: open.agentKeys, appended: " " });
    expect(refused).toBe("digest_mismatch");
  });

  it("§5.4: is taken with a key that the platform has published since its profile was fetched", async () => {
    const open = await business();
    const next = await generateSigningKey();
    expect(await create(open, { keys: open.agentKeys })).toBeUndefined();
    open.publish({ keys: [open.agentKeys.publicKey, next.publicKey] });
    expect(await create(open, { keys: next })).toBeUndefined();
  });

  it("§5.4: is refused with a key that the platform has not published", async () => {
    const open = await business();
    expect(await create(open, { keys: await generateSigningKey() })).toBe("key_not_found");
  });
});

describe("the keys of a business", () => {
  it("§5.4: are two in its profile, so that the next one is known before it signs", async () => {
    const { profile } = await business();
    const keys = profile["signing_keys"] as unknown as readonly { readonly kid: string }[];
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(2);
  });
});
