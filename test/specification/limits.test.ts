/** Limits (§8): whoever is sent away is told when to come again. */

import { expect, it } from "vitest";
import { createMemoryStore } from "@proto-gen/runtime/idempotency";
import { createServer } from "../../generated/server.js";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { createOverRest, profile, sampleHandlers, WHOLE } from "../support/sample-business.js";

it("says Retry-After where the store of idempotency keys is full (§4.8, §7)", async () => {
  const server = createServer(sampleHandlers({ created: [] }), {
    profile,
    platforms: approvedPlatforms({ [WHOLE]: profile }),
    stores: { idempotency: createMemoryStore({ maxEntries: 1 }) },
  });
  expect((await createOverRest(server, "key_1")).status).toBe(201);
  const refused = await createOverRest(server, "key_2");
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
});
