/** Calls from pages of other origins (the Fetch standard, CORS protocol). */

import { describe, expect, it } from "vitest";
import { type CorsOptions, type ServerOptions, approvedPlatforms } from "@proto-gen/runtime/server";
import { service } from "../../../generated/services/dev/proto/shopping.js";
import { createServer } from "../../../generated/server.js";
import {
  MCP_ENDPOINT,
  ORDERED,
  profile,
  REST_ENDPOINT,
  sampleHandlers,
  WHOLE,
} from "../../support/sample-business.js";

const PAGE = "https://app.example";
const DISCOVERY = "https://business.example.com/.well-known/proto";

function serverWith(cors: CorsOptions | undefined, more: Partial<ServerOptions> = {}) {
  const server = createServer(sampleHandlers({ created: [] }) as never, {
    profile,
    platforms: approvedPlatforms({ [WHOLE]: profile }),
    ...(cors === undefined ? {} : { cors }),
    ...(more as object),
  });
  return (url: string, init: RequestInit & { origin?: string } = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (init.origin !== undefined) headers.set("Origin", init.origin);
    return server.fetch(new Request(url, { ...init, headers })) as unknown as Promise<Response>;
  };
}

function preflight(
  method: string,
  headers: string,
  origin = PAGE,
): RequestInit & { origin: string } {
  return {
    method: "OPTIONS",
    origin,
    headers: { "Access-Control-Request-Method": method, "Access-Control-Request-Headers": headers },
  };
}

function listOf(response: Response, name: string): readonly string[] {
  return (response.headers.get(name) ?? "").toLowerCase().split(", ");
}

const CALL = {
  "Content-Type": "application/json",
  "Proto-Agent": `profile="${WHOLE}"`,
  "Request-Id": "request_1",
  "Idempotency-Key": "key-of-twenty-letters",
};

const ROUTES: readonly (readonly [method: string, url: string])[] = [
  ...service.operations.flatMap(({ rest }) =>
    rest === undefined
      ? []
      : [[rest.method, REST_ENDPOINT + rest.path.replaceAll(/\{\w+\}/g, "id")] as const],
  ),
  ["POST", MCP_ENDPOINT],
  ["GET", DISCOVERY],
];

describe("a preflight", () => {
  const wanted = [
    ...["authorization", "content-digest", "content-type", "idempotency-key", "proto-agent"],
    ...["request-id", "signature", "signature-input", "x-api-key", "mcp-session-id"],
    ...["mcp-protocol-version", "mcp-method", "mcp-name", "x-shop"],
  ];

  it.each(ROUTES)("is answered for %s %s without authentication", async (method, url) => {
    const fetch = serverWith({ origins: [PAGE], headers: ["X-Shop"], maxAgeSeconds: 60 });
    const answer = await fetch(url, preflight(method, wanted.join(",")));
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe(PAGE);
    expect(answer.headers.get("vary")).toBe("Origin");
    expect(answer.headers.get("access-control-max-age")).toBe("60");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    expect(listOf(answer, "access-control-allow-methods")).toContain(method.toLowerCase());
    expect(listOf(answer, "access-control-allow-headers")).toEqual(expect.arrayContaining(wanted));
  });

  it("allows what the operations declare", async () => {
    const answer = await serverWith({ origins: "*" })(
      `${REST_ENDPOINT}/carts`,
      preflight("POST", ""),
    );
    const declared = service.operations.flatMap(({ rest }) =>
      (rest?.parameters ?? []).filter((each) => each.in === "header").map(({ name }) => name),
    );
    const allowed = listOf(answer, "access-control-allow-headers");
    expect(allowed).toEqual(expect.arrayContaining(declared.map((name) => name.toLowerCase())));
    expect(new Set(allowed).size).toBe(allowed.length);
  });

  it.each([
    "https://other.example",
    "null",
    "https://app.example.evil.example",
    "http://app.example",
  ])("allows nothing to a page at %s", async (origin) => {
    const fetch = serverWith({ origins: [PAGE] });
    for (const [method, url] of ROUTES) {
      const { headers } = await fetch(url, preflight(method, "proto-agent", origin));
      const names = [...headers.keys()].filter((name) => name.startsWith("access-control-"));
      expect(names).toEqual([]);
      expect(headers.get("vary")).toBe("Origin");
    }
  });

  it.each(ROUTES)("allows nothing for %s %s unless the option is given", async (method, url) => {
    const { headers } = await serverWith(undefined)(url, preflight(method, "proto-agent"));
    expect([...headers.keys()].filter((name) => /^access-control-|vary/.test(name))).toEqual([]);
  });

  it("allows nothing for a path that does not exist", async () => {
    const answer = await serverWith({ origins: "*" })(
      "https://business.example.com/other",
      preflight("POST", "proto-agent"),
    );
    expect(answer.status).toBe(404);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("is no other OPTIONS request", async () => {
    const answer = await serverWith({ origins: "*" })(`${REST_ENDPOINT}/carts`, {
      method: "OPTIONS",
      origin: PAGE,
    });
    expect(answer.headers.get("allow")).toBe("OPTIONS, POST");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  });
});

describe("a response", () => {
  const mcpCall = {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  };
  const create = { method: "POST", headers: CALL, body: JSON.stringify(ORDERED) };

  it.each<[string, string, RequestInit, number]>([
    ["a resource", `${REST_ENDPOINT}/checkout-sessions`, create, 201],
    ["a refusal", `${REST_ENDPOINT}/checkout-sessions`, { ...create, headers: {} }, 400],
    ["an error of a handler", `${REST_ENDPOINT}/checkout-sessions/x`, { headers: CALL }, 404],
    ["no such path", `${REST_ENDPOINT}/x`, { headers: CALL }, 404],
    ["no such method", `${REST_ENDPOINT}/carts`, { headers: CALL }, 405],
    ["tools", MCP_ENDPOINT, mcpCall, 200],
    ["an error over MCP", MCP_ENDPOINT, { ...mcpCall, body: "{" }, 400],
    ["the profile", DISCOVERY, {}, 200],
  ])("can be read by the pages that are named: %s", async (_what, url, init, status) => {
    for (const origins of ["*", [PAGE]] as const) {
      const fetch = serverWith({ origins, exposedHeaders: ["X-Shop"] });
      const answer = await fetch(url, { ...init, origin: PAGE });
      expect(answer.status).toBe(status);
      expect(answer.headers.get("access-control-allow-origin")).toBe(origins === "*" ? "*" : PAGE);
      expect(listOf(answer, "access-control-expose-headers")).toEqual(
        expect.arrayContaining([
          ...["signature", "signature-input", "content-digest", "retry-after", "www-authenticate"],
          ...["etag", "mcp-session-id", "x-shop"],
        ]),
      );
    }
  });

  it("does not name, over REST, a page that may not read it", async () => {
    const fetch = serverWith({ origins: [PAGE] });
    const answer = await fetch(DISCOVERY, { origin: "https://other.example" });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(answer.headers.get("vary")).toBe("Origin");
  });

  it("is a 403, over MCP, for pages that are not allowed", async () => {
    const other = { ...mcpCall, origin: "https://other.example" };
    expect((await serverWith({ origins: [PAGE] })(MCP_ENDPOINT, other)).status).toBe(403);
    expect((await serverWith({ origins: "*" })(MCP_ENDPOINT, other)).status).toBe(200);
    expect((await serverWith(undefined)(MCP_ENDPOINT, other)).status).toBe(403);
  });

  it("is a 403, over MCP, for every page if the host is not the endpoint's", async () => {
    const fetch = serverWith({ origins: "*" });
    const rebound = MCP_ENDPOINT.replace("business.example.com", "evil.example");
    expect((await fetch(rebound, { ...mcpCall, origin: PAGE })).status).toBe(403);
  });

  it("has no CORS headers if it is a page of the business's own", async () => {
    const page = { status: 200, headers: [], body: null };
    const pages = () => ({ page: "admin", answer: () => page });
    const answer = await serverWith({ origins: "*" }, { pages })("https://business.example.com/x", {
      origin: PAGE,
    });
    expect([...answer.headers.keys()]).toEqual([]);
  });
});

describe("an option that no browser would take", () => {
  it.each<[string, CorsOptions]>([
    ["a URL", { origins: ["https://app.example/"] }],
    ["a path", { origins: ["https://app.example/x"] }],
    ["the scheme's port", { origins: ["https://app.example:443"] }],
    ["capitals", { origins: ["https://App.example"] }],
    ["a pattern", { origins: ["https://*.example"] }],
    ["a star in a list", { origins: ["*"] }],
    ["the opaque origin", { origins: ["null"] }],
    ["a host", { origins: ["app.example"] }],
    ["two header fields", { origins: "*", headers: ["A, B"] }],
    ["a line break", { origins: "*", exposedHeaders: ["A\r\nB"] }],
    ["all header fields", { origins: "*", headers: ["*"] }],
    ["a negative age", { origins: "*", maxAgeSeconds: -1 }],
    ["no age", { origins: "*", maxAgeSeconds: NaN }],
  ])("is refused: %s", (_what, cors) => {
    expect(() => serverWith(cors)).toThrow(TypeError);
  });
});
