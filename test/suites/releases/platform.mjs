/** A platform on loopback: it publishes a profile, and hears of orders. */

import { createServer } from "node:http";
import { once } from "node:events";
import { isCapability } from "@proto-gen/runtime/negotiation";
import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
import { toNodeHandler } from "@proto-gen/runtime/node";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import { createMemoryStorage } from "@proto-gen/runtime/storage";

/**
 * @param sample a profile that supports what it is to support
 * @param name the protocol's
 * @param commerce the module that is generated for the release
 */
export async function openPlatform(sample, name, { createOwners, createWebhookReceiver }) {
  let receive;
  let published;
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === "/hooks") receive(incoming, outgoing);
    else {
      outgoing.writeHead(200, { "Content-Type": "application/json" });
      outgoing.end(JSON.stringify(published));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${server.address().port}`;
  published = withWebhook(sample, name, `${origin}/hooks`);
  const store = createMemoryStorage();
  const owners = createOwners({ store, development: true });
  const orders = [];
  const refused = [];
  const receiver = createWebhookReceiver({
    url: `${origin}/hooks`,
    businesses: createPlatformProfiles({
      name,
      fetch: guardedFetch({ development: true }),
      development: true,
    }),
    store,
    ownerOf: owners.ownerOf,
    onOrder: (order) => void orders.push(order),
    development: true,
    log(entry) {
      if (entry.became === "refused") refused.push([entry.code, entry.cause?.message]);
    },
  });
  receive = toNodeHandler(receiver);
  receiver.start();
  return {
    profile: `${origin}/profile.json`,
    orders,
    refused,
    remember: (checkoutId, business) => owners.remember(checkoutId, business),
    async close() {
      await receiver.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

function entriesOf(capabilities) {
  return Array.isArray(capabilities)
    ? capabilities.map((entry) => [entry.name, entry])
    : Object.entries(capabilities).flatMap(([id, entries]) =>
        [entries].flat().map((entry) => [id, entry]),
      );
}

function withEntries(sample, name, change) {
  const profile = structuredClone(sample);
  const { capabilities } = profile[name];
  const changed = entriesOf(capabilities).flatMap(([id, entry]) => {
    const next = change(id, entry);
    return next === undefined ? [] : [[id, next]];
  });
  profile[name].capabilities = Array.isArray(capabilities)
    ? changed.map(([, entry]) => entry)
    : Object.fromEntries(changed.map(([id, entry]) => [id, [entry]]));
  return profile;
}

function withWebhook(sample, name, url) {
  return withEntries(sample, name, (id, entry) =>
    isCapability(id, "order") ? { ...entry, config: { webhook_url: url } } : entry,
  );
}

/** The profile with some of its capabilities: those whose last labels are named. */
export function withOnly(sample, name, kept) {
  return withEntries(sample, name, (id, entry) =>
    kept.some((each) => isCapability(id, each)) ? entry : undefined,
  );
}
