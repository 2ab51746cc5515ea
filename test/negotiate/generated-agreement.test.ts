/** The generated agreement decides at run time as the build does (§9.3): it has what schemas require. */

import { expect, it } from "vitest";
import type { Agreement } from "@proto-gen/runtime/negotiation";
import { generate } from "../../src/generate.js";
import { load } from "../support/load.js";
import { agree } from "../../src/negotiate/agree.js";
import { importEmitted, writeEmitted } from "../support/emitted.js";
import {
  capability,
  CHECKOUT,
  checkoutAndGift,
  checkoutSchema,
  GIFT,
  giftSchema,
  profileOf,
  release,
  rootOf,
} from "../support/release.js";

const CART = "com.example.shop.cart";

interface Generated {
  readonly agreement: Agreement;
  negotiate(platformProfile: unknown): Agreement;
}

it("prunes what requires a capability that the platform lacks", async () => {
  const requires = {
    protocol: { min: "2026-01-01" },
    capabilities: { [CART]: { min: "2025-01-01" } },
  };
  const platform = profileOf(checkoutAndGift());
  const given = release({
    capabilities: { ...checkoutAndGift(), ...capability(CART) },
    schemas: {
      "cart.json": { ...checkoutSchema(), $id: "https://example.com/schemas/cart.json" },
      "gift.json": { ...giftSchema({ note: { type: "string" } }), requires },
    },
    files: { "platform.json": platform },
  });
  const options = { profile: given.profile, schemas: [rootOf(given)] };
  const { files } = await generate(options);
  const directory = writeEmitted("generated-agreement", files);
  const code = (await importEmitted(directory, "negotiation.ts")) as unknown as Generated;
  expect(code.agreement.capabilities.map(({ name }) => name)).toEqual([CART, CHECKOUT, GIFT]);

  const found = code.negotiate(platform);
  const built = agree(await load({ ...options, platform: `${given.directory}/platform.json` }));
  expect(found.capabilities.map(({ name }) => name)).toEqual([CHECKOUT]);
  expect(built.agreement.capabilities.map(({ name }) => name)).toEqual([CHECKOUT]);
  expect(found.excluded).toEqual(built.agreement.excluded);
  expect(found.excluded).toContainEqual({
    name: GIFT,
    reason: "requires",
    detail: `requires ${CART}, which is not active`,
  });
});
