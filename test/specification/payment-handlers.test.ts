/** Payment handlers of answers (§2.1.3, §2.5): the profile's, with the configuration for responses, as far as the cart allows. */

import { describe, expect, it } from "vitest";
import { declaredHandlers } from "@proto-gen/runtime/codegen/v1/commerce";
import { createServer } from "../../generated/server.js";
import { releaseValues } from "../../generated/release.js";
import { handlersForCart } from "../../templates/storefront/src/payment/payment-handlers.js";
import { createOverRest, profile, sampleHandlers, WHOLE } from "../support/sample-business.js";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { DATA } from "../../templates/storefront/test/data-of-test.js";

const NAME = "dev.proto.tokenization";

function handlersOf(config: object, name = NAME): object {
  const handler = { id: "one", version: "2026-11-27", config };
  return { payment_handlers: { [name]: [handler] } };
}

describe("a handler's configuration in answers", () => {
  const { responseConfigs } = releaseValues;

  it("has the members of its schema's response_config, and none that is the business's own", () => {
    const config = { environment: "sandbox", provider_key_id: "key", secret: "s" };
    const handlers = declaredHandlers(handlersOf(config) as never, responseConfigs);
    expect(handlers?.[NAME]?.[0]?.config).toEqual({
      environment: "sandbox",
      provider_key_id: "key",
    });
  });

  it("is left out where no schema says what platforms may see", () => {
    const handlers = declaredHandlers(handlersOf({ secret: "s" }, "com.example.pay") as never);
    expect(handlers?.["com.example.pay"]).toEqual([{ id: "one", version: "2026-11-27" }]);
    expect(declaredHandlers({})).toBeUndefined();
  });

  it("is in the answer of a business that says nothing of handlers", async () => {
    const server = createServer(sampleHandlers({ created: [] }), {
      profile,
      platforms: approvedPlatforms({ [WHOLE]: profile }),
    });
    const { proto } = (await (await createOverRest(server, "key_1")).json()) as {
      readonly proto: { readonly payment_handlers: Readonly<Record<string, readonly object[]>> };
    };
    expect(proto.payment_handlers[NAME]).toMatchObject([
      { id: "tokenizer", config: { environment: "sandbox" } },
    ]);
  });
});

describe("handlers of either form", () => {
  const card = { type: "card" };
  const later = { type: "pay_later" };

  it("are without what the cart does not allow, and without those that have nothing else", () => {
    const handlers = [
      { id: "both", available_instruments: [card, later] },
      { id: "later", available_instruments: [later] },
      { id: "open" },
    ];
    const totals = [{ type: "total" as const, amount: 100 }];
    expect(handlersForCart(handlers, { totals }, DATA.prices)).toEqual([
      { id: "both", available_instruments: [card] },
      { id: "open" },
    ]);
  });
});
