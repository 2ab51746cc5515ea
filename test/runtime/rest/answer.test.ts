import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ERROR_CODES, ProtocolError, type ProtocolErrorCode } from "@proto-gen/runtime/error";
import { createDiscovery, toResponse, withoutBody, errorAnswer } from "@proto-gen/runtime/server";
import { encodeJson, jsonAnswer, optionsAnswer } from "../../../src/runtime/rest/answer.js";

function headersOf(response: Response): Record<string, string> {
  return Object.fromEntries(response.headers);
}

describe("jsonAnswer", () => {
  it("is JSON that nobody stores", async () => {
    const response = toResponse(jsonAnswer(201, { id: "chk_1", title: "é" }));
    expect(response.status).toBe(201);
    expect(headersOf(response)).toEqual({
      "cache-control": "no-store",
      "content-type": "application/json",
    });
    expect(await response.text()).toBe('{"id":"chk_1","title":"é"}');
  });

  it("sends bytes as they are", async () => {
    const bytes = new TextEncoder().encode('{ "id" : "chk_1" }\n');
    const sent = new Uint8Array(await toResponse(jsonAnswer(200, bytes)).arrayBuffer());
    expect(Buffer.compare(sent, bytes)).toBe(0);
  });

  it("sends the bytes of encodeJson", async () => {
    const body = { b: 1, a: ["\\ud800", "é", undefined], c: undefined };
    const sent = new Uint8Array(await toResponse(jsonAnswer(200, body)).arrayBuffer());
    expect(Buffer.compare(sent, encodeJson(body))).toBe(0);
  });

  it("sends nothing with half of a character, which no strict reader takes", () => {
    const named = "strict parsers would reject the JSON: $.a[1]: it has half of a surrogate pair";
    expect(() => jsonAnswer(200, { a: ["\\ud83d", "x\ud83d"] })).toThrow(named);
    expect(() => encodeJson({ "\ude00": 1 })).toThrow("a name of its members");
  });

  it("takes other headers, in any case, in place of its own", () => {
    const headers = { "Cache-Control": "private", "Content-Type": "application/x", "X-A": "1" };
    expect(headersOf(toResponse(jsonAnswer(200, {}, headers)))).toEqual({
      "cache-control": "private",
      "content-type": "application/x",
      "x-a": "1",
    });
  });
});

describe("errorAnswer", () => {
  it.each(Object.keys(ERROR_CODES) as ProtocolErrorCode[])(
    "%s has code and content",
    async (code) => {
      const response = toResponse(
        errorAnswer(new ProtocolError(code, { cause: new Error("secret") })),
      );
      expect(response.status).toBe(ERROR_CODES[code].status);
      expect(response.headers.get("content-type")).toBe("application/json");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.json()).toEqual({ code, content: ERROR_CODES[code].content });
    },
  );

  it("has the error's headers", () => {
    const headers = { "Retry-After": "3" };
    const response = toResponse(
      errorAnswer(new ProtocolError("idempotency_in_progress", { headers })),
    );
    expect(response.headers.get("retry-after")).toBe("3");
  });

  it("says nothing of what is unknown", async () => {
    const response = toResponse(errorAnswer(new Error("connect ECONNREFUSED 10.0.0.1:5432")));
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      code: "internal_error",
      content: "An unexpected error occurred.",
    });
  });
});

describe("optionsAnswer and withoutBody", () => {
  it("answers OPTIONS with the methods and no body", async () => {
    const response = toResponse(optionsAnswer("GET, HEAD, OPTIONS"));
    expect(response.status).toBe(204);
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect(response.body).toBeNull();
  });

  it("answers HEAD as GET without its body", () => {
    const response = toResponse(
      withoutBody(jsonAnswer(404, { code: "not_found" }, { "X-A": "1" })),
    );
    expect(response.status).toBe(404);
    expect(response.body).toBeNull();
    expect(headersOf(response)).toEqual({
      "cache-control": "no-store",
      "content-type": "application/json",
      "x-a": "1",
    });
  });
});

describe("createDiscovery (§4.1)", () => {
  const profile = { proto: { version: "2026-01-23" }, title: "é" };
  const bytes = Buffer.from(JSON.stringify(profile));
  const etag = `"${createHash("sha256").update(bytes).digest("hex")}"`;

  async function discover(
    method = "GET",
    ifNoneMatch?: string,
    maxAge?: number,
  ): Promise<Response> {
    const request = new Request("https://business.example/.well-known/proto", {
      method,
      ...(ifNoneMatch === undefined ? {} : { headers: { "if-none-match": ifNoneMatch } }),
    });
    const answer = createDiscovery(profile, maxAge === undefined ? {} : { maxAge });
    return toResponse(await answer(request));
  }

  it("is the profile, which anyone may cache, with the strong ETag of its bytes", async () => {
    const response = await discover();
    expect(response.status).toBe(200);
    expect(headersOf(response)).toEqual({
      "cache-control": "public, max-age=300",
      "content-type": "application/json",
      etag,
    });
    expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), bytes)).toBe(0);
  });

  it("is cached for as long as it is told", async () => {
    const response = await discover("GET", undefined, 60);
    expect(response.headers.get("cache-control")).toBe("public, max-age=60");
  });

  it("has another ETag when it is another profile", async () => {
    const request = new Request("https://business.example/.well-known/proto");
    const response = toResponse(await createDiscovery({ ...profile, title: "e" })(request));
    expect(response.headers.get("etag")).toMatch(/^"[0-9a-f]{64}"$/);
    expect(response.headers.get("etag")).not.toBe(etag);
  });

  it.each([[etag], [`W/${etag}`], [`"other", ${etag}`], [`"a,b",W/"c",W/${etag} `], ["*"]])(
    "is 304 for If-None-Match: %s",
    async (ifNoneMatch) => {
      for (const method of ["GET", "HEAD"]) {
        const response = await discover(method, ifNoneMatch);
        expect(response.status).toBe(304);
        expect(response.body).toBeNull();
        expect(headersOf(response)).toEqual({ "cache-control": "public, max-age=300", etag });
      }
    },
  );

  it.each([[""], ['"other"'], [etag.slice(1, -1)], [`w/${etag}`], [etag.toUpperCase()], [",,,"]])(
    "is 200 for If-None-Match: %s",
    async (ifNoneMatch) => {
      expect((await discover("GET", ifNoneMatch)).status).toBe(200);
    },
  );

  it("answers HEAD without the body", async () => {
    const response = await discover("HEAD");
    expect(response.status).toBe(200);
    expect(response.headers.get("etag")).toBe(etag);
    expect(response.body).toBeNull();
  });

  it("answers OPTIONS, and no other method", async () => {
    expect((await discover("OPTIONS")).status).toBe(204);
    for (const method of ["POST", "PUT", "DELETE"]) {
      const response = await discover(method);
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    }
  });
});
