/**
 * Two platforms on one running server, one of them without fulfillment (§9): each sees its own subset, and
 * the client that was generated for the one has no such member in its types.
 */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ClientOptions } from "@proto-gen/runtime/client";
import type { OutputFile } from "../../../src/emit/output-file.js";
import { generate } from "../../../src/generate.js";
import { createClient, type Client } from "../../../generated/client.js";
import { compileErrors, importEmitted, writeEmitted } from "../../support/emitted.js";
import { openSmallBusiness, PLATFORM, type OpenBusiness } from "../../support/open-business.js";
import { outDirectory, ownRelease } from "../../support/published.js";

const PLAIN = "https://plain.example/profile.json";

const plainProfile = {
  proto: {
    version: "2026-11-27",
    capabilities: {
      "dev.proto.shopping.checkout": [
        {
          version: "2026-11-27",
          spec: "https://proto.dev/specification/checkout",
          schema: "https://proto.dev/schemas/2026-11-27/shopping/checkout.json",
        },
      ],
      "dev.proto.shopping.cart": [
        {
          version: "2026-11-27",
          spec: "https://proto.dev/specification/cart",
          schema: "https://proto.dev/schemas/2026-11-27/shopping/cart.json",
        },
      ],
    },
  },
};

const OUT = "two-platforms";
const REQUEST = {
  currency: "USD",
  line_items: [{ item: { id: "camera" }, quantity: 1 }],
  fulfillment: { methods: [{ type: "shipping" as const }] },
};

let business: OpenBusiness;
let files: readonly OutputFile[];
let plainClient: (options: ClientOptions) => Promise<Client>;

beforeAll(async () => {
  business = await openSmallBusiness({ [PLAIN]: plainProfile });
  const platform = path.join(outDirectory, "two-platforms-profile.json");
  writeFileSync(platform, JSON.stringify(plainProfile));
  ({ files } = await generate({ ...ownRelease, platform }));
  const directory = writeEmitted(OUT, files);
  ({ createClient: plainClient } = (await importEmitted(directory, "client.ts")) as unknown as {
    readonly createClient: typeof plainClient;
  });
}, 60_000);
afterAll(() => business.close());

it("gives each of two clients its own subset, interleaved", async () => {
  const whole = await createClient(business.clientOptions);
  const plain = await plainClient({ ...business.clientOptions, profile: PLAIN });
  for (const [shop, has] of [
    [whole, true],
    [plain, false],
    [whole, true],
    [plain, false],
  ] as const) {
    const checkout = await shop.createCheckout(REQUEST);
    expect("fulfillment" in checkout).toBe(has);
    const { capabilities } = (checkout as { readonly proto: { readonly capabilities: object } })
      .proto;
    expect("dev.proto.shopping.fulfillment" in capabilities).toBe(has);
  }
  expect("searchCatalog" in plain).toBe(false);
  expect(PLATFORM).not.toBe(PLAIN);
});

it("generates no `fulfillment` member for a client without the capability", () => {
  const content = `
    import { BusinessOutcome } from "@proto-gen/runtime/error";
    import type { Client } from "./client.js";
    export async function methodsOf(shop: Client): Promise<unknown> {
      const checkout = await shop.getCheckout({ id: "1" });
      return checkout instanceof BusinessOutcome ? undefined : checkout.fulfillment;
    }
  `;
  const all = [...files, { path: "platform.ts", content }];
  expect(
    compileErrors(writeEmitted(`${OUT}-types`, all), all, { judged: ["platform.ts"] }),
  ).toEqual(["platform.ts: Property 'fulfillment' does not exist on type 'Checkout'."]);
});
