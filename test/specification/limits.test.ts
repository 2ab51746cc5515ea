/** Limits (§8): whoever is sent away is told when to come again. */

import { expect, it } from "vitest";
import { createMemoryStore } from "@proto-gen/runtime/idempotency";
import { createServer } from "../../generated/server.js";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import {
  ORDERED,
  profile,
  REST_ENDPOINT,
  sampleHandlers,
  WHOLE,
} from "../support/sample-business.js";

it("says Retry-After where the store of idempotency keys is full (§4.8, §7)", async () => {
  const server = createServer(sampleHandlers({ created: [] }), {
    profile,
    platforms: approvedPlatforms({ [WHOLE]: profile }),
    stores: { idempotency: createMemoryStore({ maxEntries: 1 }) },
  });
  const create = async (key: string): Promise<Response> =>
    (await server.fetch(
      new Request(`${REST_ENDPOINT}/checkout-sessions`, {
        method: "POST",
        body: JSON.stringify(ORDERED),
        headers: {
          "Content-Type": "application/json",
          "Proto-Agent": `profile="${WHOLE}"`,
          "Request-Id": "request_1",
          "Idempotency-Key": key,
        },
      }),
    )) as unknown as Response;
  expect((await create("key_1")).status).toBe(201);
  const refused = await create("key_2");
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
});
