/** What RFC 9421 §2.2 derives from a request target, as it was sent. */

import type { RequestMessage } from "@proto-gen/runtime/signature";
import { describe, expect, it } from "vitest";
import { baseOf, getCart, refusal, signed, verified } from "../../support/signed-request.js";

type Row = readonly [
  what: string,
  change: Partial<RequestMessage>,
  authority: string,
  path: string,
  query: string | undefined,
];

const host = (value: string) => ({ headers: ["Host", value] });

const ROWS: readonly Row[] = [
  ["a path", {}, "shop.example", "/proto/carts/cart_1", undefined],
  ["the root", { target: "/" }, "shop.example", "/", undefined],
  ["a query", { target: "/a?b=c&d" }, "shop.example", "/a", "?b=c&d"],
  ["? alone", { target: "/a?" }, "shop.example", "/a", "?"],
  ["two ?", { target: "/a??b" }, "shop.example", "/a", "??b"],
  ["%7E, which is ~", { target: "/%7Ea?x=%7E" }, "shop.example", "/%7Ea", "?x=%7E"],
  ["~", { target: "/~a?x=~" }, "shop.example", "/~a", "?x=~"],
  ["%2f in lower case", { target: "/a%2fb" }, "shop.example", "/a%2fb", undefined],
  ["+", { target: "/a+b?c=d+e" }, "shop.example", "/a+b", "?c=d+e"],
  ["%20", { target: "/a%20b?c=d%20e" }, "shop.example", "/a%20b", "?c=d%20e"],
  ["dot segments", { target: "/a/../b/./c" }, "shop.example", "/a/../b/./c", undefined],
  ["escaped dot segments", { target: "/a/%2e%2E/b" }, "shop.example", "/a/%2e%2E/b", undefined],
  ["two slashes", { target: "//a//b" }, "shop.example", "//a//b", undefined],
  ["a backslash", { target: "/a\\b" }, "shop.example", "/a\\b", undefined],
  ["a quote", { target: '/a?b="c"' }, "shop.example", "/a", '?b="c"'],
  ["the absolute form", { target: "https://other.example/a?b" }, "other.example", "/a", "?b"],
  ["it without a path", { target: "https://other.example" }, "other.example", "/", undefined],
  ["it with a query alone", { target: "https://other.example?b" }, "other.example", "/", "?b"],
  ["it in capitals", { target: "HTTPS://Other.Example:443/A" }, "other.example", "/A", undefined],
  ["it over http", { target: "http://other.example:443/" }, "other.example:443", "/", undefined],
  [
    "it with dots",
    { target: "http://other.example:80/a/../b" },
    "other.example",
    "/a/../b",
    undefined,
  ],
  ["a host in capitals", host("SHOP.Example"), "shop.example", "/proto/carts/cart_1", undefined],
  ["https and :443", host("shop.example:443"), "shop.example", "/proto/carts/cart_1", undefined],
  ["https and :80", host("shop.example:80"), "shop.example:80", "/proto/carts/cart_1", undefined],
  ["a port", host("shop.example:8443"), "shop.example:8443", "/proto/carts/cart_1", undefined],
  ["an empty port", host("shop.example:"), "shop.example", "/proto/carts/cart_1", undefined],
  ["an address", host("[2001:DB8::1]:443"), "[2001:db8::1]", "/proto/carts/cart_1", undefined],
  [
    "http and :80",
    { scheme: "http", ...host("a.example:80") },
    "a.example",
    "/proto/carts/cart_1",
    undefined,
  ],
  [
    "http and :443",
    { scheme: "http", ...host("a.example:443") },
    "a.example:443",
    "/proto/carts/cart_1",
    undefined,
  ],
  [
    "an authority and no Host",
    { headers: [], authority: "Shop.example:443" },
    "shop.example",
    "/proto/carts/cart_1",
    undefined,
  ],
  [
    "an authority before Host",
    { authority: "public.example" },
    "public.example",
    "/proto/carts/cart_1",
    undefined,
  ],
];

describe("derived components", () => {
  it.each(ROWS)("are as they were sent for %s", async (_, change, authority, path, query) => {
    const request = { ...getCart, ...change };
    const [method, ...lines] = (await baseOf(request)).split("\n").slice(0, -1);
    expect(method).toBe('"@method": GET');
    expect(lines).toEqual([
      `"@authority": ${authority}`,
      `"@path": ${path}`,
      ...(query === undefined ? [] : [`"@query": ${query}`]),
    ]);
    expect(await refusal(verified(await signed(request)))).toBeUndefined();
  });
});

describe("a target in another spelling", () => {
  it.each([
    ["/a/../b", "/b"],
    ["/%7Ea", "/~a"],
    ["/a%2fb", "/a%2Fb"],
    ["/a?x=1+2", "/a?x=1%202"],
    ["/a\\b", "/a/b"],
    ["/a", "/a?"],
    ["/a", "/a/"],
    ["//a", "/a"],
  ])("is another target: %s and %s", async (sent, received) => {
    const request = await signed({ ...getCart, target: sent });
    expect(await refusal(verified({ ...request, target: received }))).toBe("signature_invalid");
  });

  it("is the same in absolute form, with the default port and with capitals in the host", async () => {
    const request = await signed(getCart);
    for (const target of ["https://shop.example", "https://SHOP.example:443"])
      expect(
        await refusal(verified({ ...request, target: `${target}${getCart.target}` })),
      ).toBeUndefined();
  });
});

describe("a request whose target or host is not valid", () => {
  it("is refused for a second Host beside the absolute form, though it does not count", async () => {
    const request = await signed({ ...getCart, target: "https://a.example/" });
    const twice = { ...request, headers: [...request.headers, "Host", "b.example"] };
    expect(await refusal(verified(request))).toBeUndefined();
    expect(await refusal(verified(twice))).toBe("signature_invalid");
  });

  it.each([
    ["two Hosts", { headers: ["Host", "shop.example", "host", "shop.example"] }],
    ["no Host", { headers: [] }],
    ["an empty Host", host("")],
    ["a Host with a path", host("shop.example/a")],
    ["a Host with user information", host("user@shop.example")],
    [
      "two Hosts beside the absolute form",
      { target: "https://a.example/", headers: ["Host", "a", "Host", "b"] },
    ],
    ["user information", { target: "https://user@shop.example/a" }],
    ["another scheme", { target: "ftp://shop.example/a" }],
    ["the asterisk form", { target: "*" }],
    ["the authority form", { target: "shop.example:443" }],
    ["a space in the target", { target: "/a b" }],
    ["a line end in the target", { target: '/a\n"@query": ?b' }],
    ["characters beyond ASCII", { target: "/ü" }],
    ["a method with a line end", { method: "GET\nX" }],
  ])("is refused for %s", async (_, change) => {
    const { headers, ...rest } = await signed(getCart);
    const signature = headers.slice(getCart.headers.length);
    const changed = { ...rest, ...change };
    const request = {
      ...changed,
      headers: [...("headers" in change ? change.headers : getCart.headers), ...signature],
    };
    expect(await refusal(verified(request))).toBe("signature_invalid");
  });
});
