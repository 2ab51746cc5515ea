/** The profile that nearly all live businesses share, and that of a platform (`cases/field`). */

import type { Json } from "@proto-gen/runtime/json";
import { deployedDocuments } from "../deployed-release.js";

const SITE = "https://ucp.dev";
const HOSTING = "https://hosting.example.com";

interface Declaration {
  readonly version: string;
  readonly spec: string;
  readonly schema: string;
  readonly extends?: readonly string[];
}

/** @param withVendors false for a store of which everything is at hand */
export function storeProfile(version: string, { withVendors = true } = {}): object {
  const extension = (name: string, ...parents: string[]): Declaration[] =>
    declaration(
      version,
      name,
      parents.map((each) => `dev.ucp.shopping.${each}`),
    );
  const capabilities = {
    ...rootsOf(version),
    "dev.ucp.shopping.fulfillment": extension("fulfillment", "checkout"),
    "dev.ucp.shopping.discount": extension("discount", "checkout", "cart"),
    "dev.ucp.shopping.order": declaration(version, "order"),
  };
  const services = { "dev.ucp.shopping": [service(version, "https://store.example.com/api/mcp")] };
  const own = { version, services, capabilities, payment_handlers: {} };
  if (!withVendors) return { ucp: own };
  return {
    ucp: {
      ...own,
      capabilities: { "com.example.hosting.catalog": [hostingCatalog(version)], ...capabilities },
      payment_handlers: HANDLERS,
    },
  };
}

export function platformProfile(version: string): object {
  const services = { "dev.ucp.shopping": [service(version)] };
  return {
    ucp: { version, services, capabilities: rootsOf(version), payment_handlers: {} },
    signing_keys: [
      {
        ...{ kid: "k1", kty: "EC", crv: "P-256", use: "sig", alg: "ES256" },
        x: "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
        y: "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
      },
    ],
  };
}

/** By the URLs at which the release's site has them. */
export function publishedDocuments(releases: string, version: string): ReadonlyMap<string, Json> {
  const documents = deployedDocuments(`${releases}/${version}/source`, version);
  return new Map(
    [...documents].map(([name, document]) => [`${SITE}/${version}/${name}`, document]),
  );
}

function rootsOf(version: string): object {
  return {
    "dev.ucp.shopping.checkout": declaration(version, "checkout"),
    "dev.ucp.shopping.cart": declaration(version, "cart"),
    "dev.ucp.shopping.catalog.search": declaration(version, "catalog_search"),
    "dev.ucp.shopping.catalog.lookup": declaration(version, "catalog_lookup"),
  };
}

function declaration(version: string, name: string, parents?: readonly string[]): Declaration[] {
  return [
    {
      version,
      spec: `${SITE}/${version}/specification/${name}`,
      schema: `${SITE}/${version}/schemas/shopping/${name}.json`,
      ...(parents === undefined ? {} : { extends: parents }),
    },
  ];
}

/** A platform's names its document, and has no endpoint. */
function service(version: string, endpoint?: string): object {
  return {
    ...{ version, transport: "mcp", spec: `${SITE}/${version}/specification/overview` },
    schema: `${SITE}/${version}/services/shopping/mcp.openrpc.json`,
    ...(endpoint === undefined ? {} : { endpoint }),
  };
}

function hostingCatalog(version: string): Declaration {
  return {
    version,
    spec: `${HOSTING}/docs/catalog`,
    schema: `${HOSTING}/ucp/${version}/catalog.json`,
    extends: ["dev.ucp.shopping.catalog.lookup", "dev.ucp.shopping.catalog.search"],
  };
}

const HANDLERS = {
  "com.example.wallet.pay": [
    {
      ...{ id: "wallet", version: "2026-01-11", config: { environment: "TEST" } },
      spec: "https://wallet.example.com/ucp/",
      schema: "https://wallet.example.com/ucp/config.json",
    },
  ],
  // Its page stands at the protocol's host: not the authority of com.example.hosting.
  "com.example.hosting.card": [
    {
      ...{ id: "hosting.card", version: "2026-01-15", config: {} },
      spec: `${SITE}/specification/payment-handler-guide`,
      schema: `${HOSTING}/ucp/card/config.json`,
    },
  ],
};
