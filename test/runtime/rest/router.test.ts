/** `REST_SEED` brings a random failure back; `REST_RUNS` makes it look longer. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { service } from "../../../generated/services/dev/proto/shopping.js";
import { ProtocolError } from "@proto-gen/runtime/error";
import { createRouter, type RoutedRequest, pathBelow } from "../../../src/runtime/rest/router.js";
import { restOperation } from "../../support/rest-operation.js";
import { propertyOptions } from "../../support/sizes.js";

function errorOf(route: () => unknown): ProtocolError {
  try {
    route();
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
  throw new Error("expected a ProtocolError");
}

/** `create_checkout id=1`, or what there is instead. */
function summary(route: RoutedRequest): string {
  if (route.kind === "options") return `options ${route.allow}`;
  const parameters = Object.entries(route.parameters).map(([name, value]) => `${name}=${value}`);
  return [route.operation.id, ...parameters, ...(route.head ? ["head"] : [])].join(" ");
}

const shopping = createRouter(service.operations);

describe("the routes of §4.2 to §4.4", () => {
  it.each([
    ["POST", "/checkout-sessions", "create_checkout"],
    ["GET", "/checkout-sessions/chk_1", "get_checkout id=chk_1"],
    ["PUT", "/checkout-sessions/chk_1", "update_checkout id=chk_1"],
    ["POST", "/checkout-sessions/chk_1/complete", "complete_checkout id=chk_1"],
    ["POST", "/checkout-sessions/chk_1/cancel", "cancel_checkout id=chk_1"],
    ["POST", "/carts", "create_cart"],
    ["GET", "/carts/1", "get_cart id=1"],
    ["PUT", "/carts/1", "update_cart id=1"],
    ["POST", "/carts/1/cancel", "cancel_cart id=1"],
    ["POST", "/catalog/search", "search_catalog"],
    ["POST", "/catalog/lookup", "lookup_catalog"],
    ["HEAD", "/carts/1", "get_cart id=1 head"],
    ["OPTIONS", "/carts/1", "options GET, HEAD, OPTIONS, PUT"],
    ["OPTIONS", "/carts", "options OPTIONS, POST"],
    ["GET", "/carts/cancel", "get_cart id=cancel"],
    ["GET", "/carts/%E2%82%AC%20%2B%25", "get_cart id=€ +%"],
    ["GET", "/carts/%2525", "get_cart id=%25"],
    ["GET", "/carts/a+b:c@d;e=f,g", "get_cart id=a+b:c@d;e=f,g"],
    // RFC 3986 §2.2: what is percent-encoded is data, and is decoded once.
    ["GET", "/carts/shop%3A%2F%2Fcart%2F1", "get_cart id=shop://cart/1"],
    ["GET", "/carts/a%2fcancel", "get_cart id=a/cancel"],
    ["GET", "/carts/a%5Cb", "get_cart id=a\\b"],
    ["GET", "/carts/%252F", "get_cart id=%2F"],
    ["GET", "/carts/...", "get_cart id=..."],
    ["GET", "/carts/__proto__", "get_cart id=__proto__"],
    ["POST", "/c%61rts", "create_cart"],
  ])("resolve %s %s to %s", (method, path, expected) => {
    expect(summary(shopping.route(method, path))).toBe(expected);
  });

  it.each([
    ["GET", ""],
    ["GET", "/"],
    ["GET", "*"],
    ["OPTIONS", "*"],
    ["GET", "carts"],
    ["POST", "/carts/"],
    ["GET", "/carts/1/"],
    ["POST", "/Carts"],
    ["POST", "/carts/1/cancel/now"],
    ["GET", "/catalog"],
    ["GET", "/constructor"],
    ["GET", "/toString/valueOf"],
    ["OPTIONS", "/nowhere"],
  ])("answer 404 to %s %s", (method, path) => {
    expect(errorOf(() => shopping.route(method, path))).toMatchObject({ code: "not_found" });
  });

  it.each([
    ["DELETE", "/carts/1", "GET, HEAD, OPTIONS, PUT"],
    ["GET", "/carts", "OPTIONS, POST"],
    ["HEAD", "/carts", "OPTIONS, POST"],
    ["get", "/carts/1", "GET, HEAD, OPTIONS, PUT"],
    ["constructor", "/carts/1/cancel", "OPTIONS, POST"],
    ["", "/catalog/search", "OPTIONS, POST"],
  ])("answer 405 with Allow to %s %s", (method, path, allow) => {
    const error = errorOf(() => shopping.route(method, path));
    expect(error).toMatchObject({ status: 405, headers: { Allow: allow } });
  });

  it.each([
    ["/carts/%", "percent-encoding"],
    ["/carts/%zz", "percent-encoding"],
    ["/carts/%e2%82", "percent-encoding"],
    ["/carts/%c0%af", "percent-encoding"],
    ["/carts/%ed%a0%80", "percent-encoding"],
    ["/carts//cancel", "empty segment"],
    ["//carts", "empty segment"],
    ["/carts/.", "dot segment"],
    ["/carts/..", "dot segment"],
    ["/carts/../checkout-sessions", "dot segment"],
    ["/carts/%2e%2E", "dot segment"],
    ["/carts/.%2e/cancel", "dot segment"],
    ["/carts/a%2F..%2Fb", "dot segment"],
    ["/carts/%2e%5cb", "dot segment"],
    ["/carts/a%00", "encoded control"],
    ["/carts/a%0d%0aSet-Cookie:%20x", "encoded control"],
    ["/carts/%7f", "encoded control"],
    ["/carts/%c2%85", "encoded control"],
    ["/carts/a b", "must be percent-encoded"],
    ["/carts/a\nb", "must be percent-encoded"],
    ["/carts/a\n", "must be percent-encoded"],
    ["/carts/€", "must be percent-encoded"],
    ["/carts/a?b", "must be percent-encoded"],
    ["/carts/a#b", "must be percent-encoded"],
    ["/carts/a\\b", "must be percent-encoded"],
    ["/carts/{id}", "must be percent-encoded"],
  ])("refuse %j with 400: %s", (path, what) => {
    const error = errorOf(() => shopping.route("GET", path));
    expect(error).toMatchObject({ code: "invalid_request", status: 400 });
    expect(error.content).toContain(what);
  });

  it("does not look at a path that is too long", () => {
    expect(shopping.route("GET", `/carts/${"a".repeat(8_000)}`).kind).toBe("operation");
    for (const path of [`/carts/${"a".repeat(9_000)}`, "/a".repeat(1_000_000)]) {
      expect(errorOf(() => shopping.route("GET", path)).status).toBe(414);
    }
  });
});

describe("createRouter", () => {
  const router = createRouter([
    restOperation("GET", "/a/{id}"),
    restOperation("GET", "/a/b"),
    restOperation("POST", "/a/{other}"),
    restOperation("GET", "/a/b/x"),
    restOperation("GET", "/a/{id}/y/{__proto__}"),
    restOperation("HEAD", "/h"),
    restOperation("OPTIONS", "/h"),
  ]);

  it.each([
    ["GET", "/a/b", "GET /a/b"],
    ["GET", "/a/%62", "GET /a/b"],
    ["GET", "/a/c", "GET /a/{id} id=c"],
    ["POST", "/a/c", "POST /a/{other} other=c"],
    ["GET", "/a/b/x", "GET /a/b/x"],
    ["GET", "/a/b/y/1", "GET /a/{id}/y/{__proto__} id=b __proto__=1"],
    ["HEAD", "/h", "HEAD /h"],
    ["OPTIONS", "/h", "OPTIONS /h"],
  ])("prefers what is static: %s %s is %s", (method, path, expected) => {
    expect(summary(router.route(method, path))).toBe(expected);
  });

  it("does not try a parameter's methods where a static path has operations", () => {
    expect(errorOf(() => router.route("POST", "/a/b"))).toMatchObject({
      status: 405,
      headers: { Allow: "GET, HEAD, OPTIONS" },
    });
  });

  it("leaves out what is not called over REST", () => {
    const { rest: _, ...tool } = restOperation("GET", "/tool");
    expect(errorOf(() => createRouter([tool]).route("GET", "/tool")).status).toBe(404);
  });

  it("takes the characters of templates for what they are", () => {
    const literal = createRouter([restOperation("GET", "/a.b/(c)+")]);
    expect(literal.route("GET", "/a.b/(c)+").kind).toBe("operation");
    expect(errorOf(() => literal.route("GET", "/aXb/cc")).status).toBe(404);
  });

  it.each([["a"], ["/"], ["/a/"], ["/a//b"], ["/{}"], ["/{a}.json"], ["/{{a}}"], ["/{a}/{a}"]])(
    "refuses the template %s",
    (path) => {
      expect(() => createRouter([restOperation("GET", path)])).toThrow(TypeError);
    },
  );

  it("refuses two operations in one place", () => {
    const two = [restOperation("GET", "/a/{x}"), restOperation("GET", "/a/{y}")];
    expect(() => createRouter(two)).toThrow("two operations share GET /a/{y}");
  });
});

describe("any request", () => {
  const operations = ["/a", "/a/{x}", "/a/b/{x}", "/{x}/b/c", "/{x}/{y}", "/a/{x}/c/{y}"].map(
    (path) => restOperation("GET", path),
  );
  const router = createRouter(operations);

  /** The template with its parameters in place, encoded. */
  function reproduce(template: string, parameters: Readonly<Record<string, string>>): string {
    return template
      .split("/")
      .map((part) => (part.startsWith("{") ? (parameters[part.slice(1, -1)] ?? part) : part))
      .map(encodeURIComponent)
      .join("/");
  }

  const segment = fc.oneof(
    fc.constantFrom("a", "b", "c", "", ".", "..", "%2e", "%2f", "%", "%00", "{x}"),
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => encodeURIComponent(text)),
  );
  const path = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join("/")}`);

  it("gets its operation or a 4xx, and the template reproduces its path", () => {
    fc.assert(
      fc.property(fc.constantFrom("GET", "HEAD", "OPTIONS", "POST"), path, (method, path) => {
        let route: RoutedRequest;
        try {
          route = router.route(method, path);
        } catch (error) {
          expect((error as ProtocolError).status).toBeOneOf([400, 404, 405]);
          return;
        }
        if (route.kind === "options") return;
        const again = reproduce(route.operation.rest.path, route.parameters);
        expect(decodeURIComponent(again)).toBe(decodeURIComponent(path));
        expect(router.route(method, again)).toEqual(route);
      }),
      propertyOptions("REST", { quick: 1_000, full: 50_000 }),
    );
  });

  it("finds every operation by any parameters", () => {
    const value = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
      .filter((text) => !/^\.\.?$|[/\\\0-\x1f\x7f-\x9f]/.test(text) && !/^[abc]$/.test(text));
    fc.assert(
      fc.property(fc.constantFrom(...operations), value, value, (operation, x, y) => {
        const target = reproduce(operation.rest.path, { x, y });
        expect(router.route("GET", target)).toMatchObject({ kind: "operation", operation });
      }),
      propertyOptions("REST", { quick: 100, full: 5_000 }),
    );
  });
});

describe("pathBelow", () => {
  it.each([
    ["/api/v1", "/api/v1/carts?x=/y", "/carts"],
    ["/api/v1/", "/api/v1/carts", "/carts"],
    ["", "/carts", "/carts"],
    ["/", "/carts?", "/carts"],
    ["/api", "/api", ""],
    ["/api", "/apis/carts", undefined],
    ["/api", "/other/carts", undefined],
    ["/api", "*", undefined],
  ])("resolves, below %j, the target %s to %s", (endpoint, target, expected) => {
    expect(pathBelow(endpoint, target)).toBe(expected);
  });
});
