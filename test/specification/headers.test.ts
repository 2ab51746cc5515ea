/** Headers of HTTP itself (§4.8): they mean to a business what they mean elsewhere, and change nothing of the protocol. */

import { expect, it } from "vitest";
import type { CallContext } from "@proto-gen/runtime/server";
import { createOverRest, sampleServer } from "../support/sample-business.js";

it("standard headers reach the handler as they were sent, and the answer is the same (§4.8)", async () => {
  const created: CallContext[] = [];
  const server = sampleServer({ created, entries: [] });
  const standard = {
    "User-Agent": "agent/1.0",
    Accept: "application/json;q=0.9, */*;q=0.1",
    "Accept-Language": "de-DE, de;q=0.7",
    "Accept-Encoding": "br, gzip",
  };
  const plain = await createOverRest(server, "key_1");
  const rich = await createOverRest(server, "key_2", standard);
  for (const [name, value] of Object.entries(standard))
    expect(created[1]?.headers.get(name)).toBe(value);
  expect(created[0]?.headers.get("accept-language")).toBeNull();
  expect(rich.status).toBe(plain.status);
  expect(rich.headers.get("content-type")).toBe(plain.headers.get("content-type"));
  const [one, other] = (await Promise.all([plain.json(), rich.json()])) as { id: string }[];
  expect({ ...other, id: one?.id }).toEqual(one);
});
