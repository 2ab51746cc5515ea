/** Webhooks (§6): no event is lost without a word. */

import { expect, it } from "vitest";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { createSigner, generateSigningKey } from "@proto-gen/runtime/signature";
import { createWebhookSender } from "@proto-gen/runtime/codegen/v1/commerce";
import type { DeliveryLogEntry } from "@proto-gen/runtime/webhook";

it("logs an event whose platform has a webhook URL that nothing may be sent to (§6.1)", async () => {
  const entries: DeliveryLogEntry[] = [];
  const { privateKey } = await generateSigningKey();
  const sender = createWebhookSender({
    store: createMemoryStorage(),
    name: "proto",
    profile: "https://shop.example/.well-known/proto",
    signer: await createSigner(privateKey),
    post: () => Promise.reject(new Error("nothing is sent")),
    log: (entry) => void entries.push(entry),
  });
  const event = (webhookUrl: string | undefined) =>
    sender.writes({
      id: "event_1",
      sequence: 1,
      createdAt: 0,
      order: { id: "order_1", checkout_id: "checkout_1" },
      platform: {
        profile: "https://agent.example/profile",
        webhookUrl,
        envelope: { version: "2026-11-27", status: "success", capabilities: {} },
      },
    } as never);
  event("https://agent.example/hooks");
  event(undefined);
  expect(entries).toEqual([]);
  event("http://agent.example/hooks");
  expect(entries).toEqual([
    {
      level: "error",
      became: "dead",
      code: "url_refused",
      eventId: "event_1",
      orderId: "order_1",
      profile: "https://agent.example/profile",
    },
  ]);
});
