/** Payments (§2.5): nothing that a platform sends as a credential, in the right place or in a wrong one, is kept or comes back. */

import { describe, expect, it } from "vitest";
import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import { createServer } from "../../generated/server.js";
import { releaseValues } from "../../generated/release.js";
import { CONTEXT, keeper, orderOf, READY } from "../support/checkout-keeper.js";
import {
  checkout as sample,
  profile,
  REST_ENDPOINT,
  sampleHandlers,
  WHOLE,
} from "../support/sample-business.js";
import { approvedPlatforms } from "@proto-gen/runtime/server";

const NUMBER = "4111111111111111";
const SECRET = "tok_secret";

const INSTRUMENT = {
  id: "card_1",
  handler_id: "handler_1",
  type: "card",
  selected: true,
  display: { brand: "visa", last_digits: "1111" },
  billing_address: { address_country: "US" },
};

/** As a platform must not send it. */
const MISPLACED = {
  credential: { type: "token", token: SECRET },
  card_number: NUMBER,
  instruments: [
    { ...INSTRUMENT, card: { number: NUMBER }, credential: { type: "token", token: SECRET } },
  ],
};

/** Everything that a store has been given. */
function watched(): { readonly store: Storage; readonly written: () => string } {
  const all: string[] = [];
  const store = createMemoryStorage();
  return {
    store: {
      ...store,
      get: (...given) => store.get(...given),
      scan: (...given) => store.scan(...given),
      commit(writes) {
        all.push(JSON.stringify(writes));
        return store.commit(writes);
      },
    } as Storage,
    written: () => all.join("\n"),
  };
}

describe("a credential in the wrong place", () => {
  it("is neither kept nor answered, and the hook that pays has it", async () => {
    const { store, written } = watched();
    const paying: unknown[] = [];
    const { create, checkouts } = keeper({
      store,
      releaseValues,
      complete(checkout, _request, { payment }) {
        paying.push(payment);
        return orderOf(checkout);
      },
    });
    const created = await create({ ...READY, payment: MISPLACED } as never);
    const { id } = created;
    const updated = await checkouts.handlers.updateCheckout(
      { id, ...READY, payment: MISPLACED } as never,
      CONTEXT,
    );
    const done = await checkouts.handlers.completeCheckout(
      { id, payment: MISPLACED } as never,
      CONTEXT,
    );
    for (const text of [created, updated, done].map((each) => JSON.stringify(each))) {
      expect(text).not.toContain(NUMBER);
      expect(text).not.toContain(SECRET);
    }
    expect(done).toMatchObject({ status: "completed", payment: { instruments: [INSTRUMENT] } });
    expect(written()).not.toContain(NUMBER);
    expect(written()).not.toContain(SECRET);
    expect(paying).toEqual([MISPLACED]);
  });

  it("does not leave the server in an answer of any other handler", async () => {
    const answered = { ...sample, payment: MISPLACED };
    const handlers = { ...sampleHandlers({ created: [] }), getCheckout: () => answered };
    const server = createServer(handlers as never, {
      profile,
      platforms: approvedPlatforms({ [WHOLE]: profile }),
    });
    const headers = { "Proto-Agent": `profile="${WHOLE}"`, "Request-Id": "request_1" };
    const request = new Request(`${REST_ENDPOINT}/checkout-sessions/${sample.id}`, { headers });
    const answer = (await server.fetch(request)) as unknown as Response;
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ payment: { instruments: [INSTRUMENT] } });
    const again = (await server.fetch(request)) as unknown as Response;
    expect(await again.text()).not.toContain(NUMBER);
  });
});
