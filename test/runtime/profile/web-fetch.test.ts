/** Fetching with the platform's own `fetch`, where that reaches the public internet alone. */

import { webFetch, webPost, type WebFetchOptions } from "@proto-gen/runtime/profile";
import { describe, expect, it } from "vitest";

const URL_OF_PROFILE = "https://agent.example/profile.json";
const JSON_TYPE = { "content-type": "application/json" };

function answering(response: () => Response | Promise<Response>): WebFetchOptions {
  return { fetch: (async () => response()) as unknown as NonNullable<WebFetchOptions["fetch"]> };
}

function codeOf(options: WebFetchOptions, url = URL_OF_PROFILE, maxBytes = 100): Promise<unknown> {
  return webFetch(options)(url, { maxBytes }).then(
    () => undefined,
    (error: { readonly code?: unknown }) => error.code,
  );
}

describe("webFetch", () => {
  it("returns a document", async () => {
    const fetch = webFetch(answering(() => new Response("{}", { headers: JSON_TYPE })));
    const { status, bytes } = await fetch(URL_OF_PROFILE, { maxBytes: 100 });
    expect([status, new TextDecoder().decode(bytes)]).toEqual([200, "{}"]);
  });

  it("returns that a document is what it was", async () => {
    const fetch = webFetch(answering(() => new Response(null, { status: 304 })));
    const { status } = await fetch(URL_OF_PROFILE, { maxBytes: 100, ifNoneMatch: '"1"' });
    expect(status).toBe(304);
  });

  it.each<[string, () => Response]>([
    ["REDIRECTED", () => new Response(null, { status: 302, headers: { location: "/" } })],
    ["STATUS_UNEXPECTED", () => new Response("{}", { status: 404, headers: JSON_TYPE })],
    ["STATUS_UNEXPECTED", () => new Response(null, { status: 204 })],
    ["TYPE_UNEXPECTED", () => new Response("{}", { headers: { "content-type": "text/html" } })],
    ["TOO_LARGE", () => new Response("x".repeat(101), { headers: JSON_TYPE })],
    ["NOT_CONNECTED", () => raise(new TypeError("fetch failed"))],
  ])("throws %s", async (code, response) => {
    expect(await codeOf(answering(response))).toBe(code);
  });

  it.each(["http://agent.example/", "https://user@agent.example/", "ftp://agent.example/", "x"])(
    "does not ask %s",
    async (url) => {
      expect(
        await codeOf(
          answering(() => raise(new Error("asked"))),
          url,
        ),
      ).toBe("URL_REFUSED");
    },
  );

  it("ends after its time, and when it is told to", async () => {
    const hanging: WebFetchOptions = {
      fetch: ((_url: string, { signal }: { readonly signal: AbortSignal }) =>
        new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(new Error("aborted"))),
        )) as unknown as NonNullable<WebFetchOptions["fetch"]>,
    };
    expect(await codeOf({ ...hanging, timeoutMs: 10 })).toBe("TIMEOUT");
    const controller = new AbortController();
    const asked = webFetch(hanging)(URL_OF_PROFILE, { maxBytes: 1, signal: controller.signal });
    controller.abort();
    await expect(asked).rejects.toMatchObject({ code: "ABORTED" });
  });
});

describe("webPost", () => {
  it("sends an event, and returns the status whatever it is", async () => {
    const post = webPost(answering(() => new Response("no", { status: 500 })));
    const message = { headers: [["X-Id", "1"]] as const, body: new TextEncoder().encode("{}") };
    expect((await post("https://agent.example/orders", message)).status).toBe(500);
  });
});

function raise(error: Error): never {
  throw error;
}
