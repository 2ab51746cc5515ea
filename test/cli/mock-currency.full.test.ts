/** The currency of what a mock sells, in a release whose requests name none: by context, by geo-IP, and by the cart. */

import { describe, expect, it, onTestFinished } from "vitest";
import { openMock } from "../support/mock-process.js";
import { published } from "../support/published.js";

interface Priced {
  readonly id: string;
  readonly currency: string;
}

const PROFILE = [`${published}/2026-04-08/profile.json`, "--schemas"];
const OPTIONS = ["--profile", ...PROFILE, `${published}/2026-04-08/source=https://ucp.dev`];
const line_items = [{ item: { id: "presets" }, quantity: 1 }];

describe.skipIf(published === undefined)("a mock with --geo-ip", () => {
  it("sells in the currency of the context, of the header's country, and of the cart", async () => {
    const mock = await openMock(...OPTIONS, "--geo-ip", "CF-IPCountry");
    onTestFinished(() => mock.stop());
    const { endpoints, platform } = mock.opened;
    let calls = 0;
    const post = async (where: string, more: object, country?: string): Promise<Priced> => {
      const headers = {
        "Content-Type": "application/json",
        "UCP-Agent": `profile="${platform}"`,
        "Request-Id": `request_${(calls += 1)}`,
        "Idempotency-Key": `key_${calls}`,
        ...(country === undefined ? {} : { "CF-IPCountry": country }),
      };
      const body = JSON.stringify({ line_items, ...more });
      const response = await fetch(`${endpoints.rest}${where}`, { method: "POST", headers, body });
      return (await response.json()) as Priced;
    };
    const context = { address_country: "JP" };
    for (const where of ["/checkout-sessions", "/carts"]) {
      expect(await post(where, {})).toMatchObject({ currency: "USD" });
      expect(await post(where, {}, "FR")).toMatchObject({ currency: "EUR" });
      expect(await post(where, { context }, "FR")).toMatchObject({ currency: "JPY" });
    }
    const { id: cart_id } = await post("/carts", {}, "FR");
    expect(await post("/checkout-sessions", { cart_id }, "JP")).toMatchObject({ currency: "EUR" });
  }, 60_000);
});
