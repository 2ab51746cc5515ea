/** The URL that a platform publishes for its webhooks now (§6.1), in a profile with odd entries and of several releases. */

import { expect, it } from "vitest";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { currentUrl } from "../../../src/runtime/webhook/sender/attempt-delivery.js";

const AGENT = "https://agent.example/profile.json";
const ORDER = "dev.proto.shopping.order";
const KEPT = "https://agent.example/old";
const NOW = "https://agent.example/new";

function published(capabilities: unknown, kept: string | undefined = KEPT) {
  const platforms = approvedPlatforms({
    [AGENT]: { proto: { version: "2026-11-27", capabilities } },
  });
  return currentUrl(kept, AGENT, { name: "proto", platforms }, new AbortController().signal);
}

function order(url: unknown, version = "2026-11-27"): object {
  return { version, config: { webhook_url: url } };
}

it("is that of a sound entry, whatever stands beside it", async () => {
  const odd = { reviews: 1, "a.b": [{ version: "1.0" }, "yes"] };
  expect(await published({ ...odd, [ORDER]: [order(NOW)] })).toBe(NOW);
  expect(await published([1, {}, { name: ORDER, ...order(NOW) }])).toBe(NOW);
  expect(await published({ [ORDER]: [{ version: "1.0" }, order(NOW)] })).toBe(NOW);
});

it("is the one that is known for as long as one of several versions has it", async () => {
  const later = order(NOW, "2027-01-01");
  expect(await published({ [ORDER]: [later, order(KEPT)] })).toBe(KEPT);
  expect(await published({ [ORDER]: [later, order("https://agent.example/third")] })).toBe(NOW);
  expect(await published({ [ORDER]: [later] }, undefined)).toBe(NOW);
});

it("is not that of an entry that is left out, or is no text", async () => {
  const foreign = { ...order(NOW), spec: "https://evil.example/" };
  expect(await published({ [ORDER]: [foreign] })).toBeUndefined();
  expect(await published({ [ORDER]: [order(1)] })).toBeUndefined();
});

it("is the one that is known where the profile cannot be read", async () => {
  const platforms = approvedPlatforms({ [AGENT]: { proto: { version: "1" } } });
  const { signal } = new AbortController();
  expect(await currentUrl(KEPT, AGENT, { name: "proto", platforms }, signal)).toBe(KEPT);
});
