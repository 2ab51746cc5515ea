/** A profile as the shop publishes it, in every shape that there is. */

import { describe, expect, it } from "vitest";
import { ownProfile, profileAt, protocolName } from "../src/profile-at.js";

const HERE = "http://127.0.0.1:8080";
function at(profile: object) {
  return profileAt(HERE, profile);
}

function servicesOf(services: unknown): unknown {
  const { published } = at({ ucp: { version: "2026-01-11", services } });
  return (published as { readonly ucp: { readonly services: unknown } }).ucp.services;
}

describe("profileAt", () => {
  it("moves the project's own services to the shop's address", () => {
    const { name, published, paymentHandlers, listedHandlers } = at(ownProfile());
    expect(name).toBe("proto");
    expect(JSON.stringify(published)).toContain(`"endpoint":"${HERE}/proto/v1"`);
    expect(JSON.stringify(published)).not.toContain("https://shop.example.com");
    expect(Object.keys(paymentHandlers)).toEqual(["dev.proto.tokenization"]);
    expect(listedHandlers).toEqual([]);
  });

  it("moves one entry a transport, and one with a member for each", () => {
    const endpoint = "https://business.example.com/ucp/v1";
    const moved = `${HERE}/ucp/v1`;
    expect(servicesOf({ "dev.ucp.shopping": [{ transport: "rest", endpoint }] })).toEqual({
      "dev.ucp.shopping": [{ transport: "rest", endpoint: moved }],
    });
    const schema = "https://ucp.dev/openapi.json";
    expect(servicesOf({ "dev.ucp.shopping": { rest: { schema, endpoint } } })).toEqual({
      "dev.ucp.shopping": { rest: { schema, endpoint: moved } },
    });
  });

  it("keeps endpoints apart that had one path at several hosts", () => {
    const rest = { endpoint: "https://api.example.com/" };
    const mcp = { endpoint: "https://mcp.example.com" };
    expect(servicesOf({ "dev.ucp.shopping": { rest, mcp } })).toEqual({
      "dev.ucp.shopping": { rest: { endpoint: HERE }, mcp: { endpoint: `${HERE}/2` } },
    });
  });

  it("reads payment handlers that are listed beside the protocol's member", () => {
    const handlers = [{ id: "tokenizer", name: "com.example.tokenizer" }];
    const shop = at({ ucp: { version: "2026-01-11", capabilities: [] }, payment: { handlers } });
    expect(shop.listedHandlers).toEqual(handlers);
    expect(shop.paymentHandlers).toEqual({});
  });

  it.each([{}, { proto: {} }, { proto: [] }, { proto: { version: "2026-11-27" } }])(
    "refuses what is no profile: %j",
    (profile) => {
      expect(() => protocolName(profile)).toThrow(TypeError);
    },
  );
});
