/**
 * Ours: the generated definition and a handler that has the checkout already; everything that the server
 * does is on. Generated code is TypeScript, so the benchmark bundles this.
 */
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { createServer, restTransport } from "@proto-gen/runtime/server";
import { agreement } from "../../generated/negotiation.js";
import { service } from "../../generated/services/dev/proto/shopping.js";
import { surface } from "../../generated/surface.js";
import { validators } from "../../generated/validators.js";
import profile from "../../profile.json";
import { checkout } from "./contestant.js";

const { proto: _, ...resource } = checkout;
const nameOf = (id) => id.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const handlers = Object.fromEntries(
  service.operations.map(({ id }) => [nameOf(id), () => resource]),
);
const definition = {
  ...{ name: "proto", agreement, validators, surface },
  ...{ services: [service], transports: [restTransport] },
};

/** Every call has a key of its own: a store of the default size would be full within seconds. */
const store = createMemoryStorage({
  maxRecords: 10_000_000,
  maxBytes: 32 * 2 ** 30,
  clientBytes: 32 * 2 ** 30,
});

export const server = createServer(definition, handlers, {
  profile,
  platforms: { get: (url) => Promise.resolve({ url, profile, identity: url }) },
  store,
});
