import { guardedFetch, guardedPost } from "@proto-gen/runtime/guarded-fetch";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { createSigner, generateSigningKey } from "@proto-gen/runtime/signature";
import {
  createOwners,
  createWebhookReceiver,
  createWebhookSender,
} from "../../../generated/commerce.js";

const keys = await generateSigningKey();
const store = createMemoryStorage();

export const outbox = createWebhookSender({
  store,
  profile: "https://shop.example.com/.well-known/proto",
  signer: await createSigner(keys.privateKey),
  post: guardedPost(),
});

const owners = createOwners({ store });

export const receiver = createWebhookReceiver({
  url: "https://agent.example/hooks/orders",
  businesses: createPlatformProfiles({ name: "proto", fetch: guardedFetch() }),
  store,
  ownerOf: owners.ownerOf,
  onOrder: (order) => console.info(order.id, order.line_items.length),
});
