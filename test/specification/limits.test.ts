/** Limits (§8): whoever is sent away is told when to come again. */

import { expect, it } from "vitest";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { anyOf, apiKey, open } from "@proto-gen/runtime/auth";
import { createServer } from "../../generated/server.js";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { createOverRest, profile, sampleHandlers, WHOLE } from "../support/sample-business.js";

it("says Retry-After where the store of idempotency keys is full (§4.8, §7)", async () => {
  const server = createServer(sampleHandlers({ created: [] }), {
    profile,
    platforms: approvedPlatforms({ [WHOLE]: profile }),
    store: createMemoryStorage({ maxBytes: 1 }),
  });
  expect((await createOverRest(server, "key_1")).status).toBe(201);
  const refused = await createOverRest(server, "key_2");
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
});

it("refuses anonymous callers whose share of the store is full with 429, and no one else (§7, §8)", async () => {
  const server = createServer(sampleHandlers({ created: [] }), {
    profile,
    platforms: approvedPlatforms({ [WHOLE]: profile }),
    authentication: anyOf(apiKey({ keys: { agent: "secret" } }), open()),
    store: createMemoryStorage({ anonymousBytes: 1 }),
  });
  expect((await createOverRest(server, "key_1")).status).toBe(201);
  const refused = await createOverRest(server, "key_2");
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: "rate_limited" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await createOverRest(server, "key_1")).status).toBe(201);
  for (const key of ["key_1", "key_2"])
    expect((await createOverRest(server, key, { "X-API-Key": "secret" })).status).toBe(201);
});

it("has one share for each client where no one can authenticate", async () => {
  const server = createServer(sampleHandlers({ created: [] }), {
    profile,
    platforms: approvedPlatforms({ [WHOLE]: profile }),
    store: createMemoryStorage({ anonymousBytes: 1 }),
  });
  for (const key of ["key_1", "key_2"])
    expect((await createOverRest(server, key)).status).toBe(201);
});
