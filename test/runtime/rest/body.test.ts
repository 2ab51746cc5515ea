/** `REST_SEED` brings a random failure back; `REST_RUNS` makes it look longer. */

import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asProtocolError, ProtocolError } from "@proto-gen/runtime/error";
import type { BodyLimits, JsonBody } from "../../../src/runtime/rest/read-json-body.js";
import { readJsonBody } from "@proto-gen/runtime/server";
import { propertyOptions } from "../../support/sizes.js";

const utf8 = new TextEncoder();

type BodyInit = NonNullable<RequestInit["body"]>;

interface Sent {
  readonly body?: BodyInit | null;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

function request({ body = null, headers, signal }: Sent): Request {
  return new Request("https://business.example/carts", {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
    ...(signal === undefined ? {} : { signal }),
    duplex: "half",
  });
}

/** Without the Content-Type that a `Request` adds to some bodies. */
function untyped(body: string | null): Request {
  const bare = request({ body });
  bare.headers.delete("content-type");
  return bare;
}

function read(sent: Sent, limits?: BodyLimits): Promise<JsonBody> {
  return readJsonBody(request(sent), "required", limits);
}

async function errorOf(reading: Promise<unknown>): Promise<ProtocolError> {
  const error: unknown = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ProtocolError) return error;
  throw new Error("expected a ProtocolError", { cause: error });
}

/** A stream that makes each chunk when it is asked, and knows how many it made and why it ended. */
function streamOf(
  chunk: (index: number) => Uint8Array | undefined | Promise<Uint8Array | undefined>,
) {
  const seen = { pulled: 0, canceled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunk(seen.pulled++);
        if (next === undefined) controller.close();
        else controller.enqueue(next);
      },
      cancel: () => void (seen.canceled = true),
    },
    { highWaterMark: 0 },
  );
  return { seen, stream };
}

function never(): Promise<never> {
  return new Promise<never>(() => undefined);
}

describe("readJsonBody", () => {
  it("gives the value and the bytes as they were sent", async () => {
    const text = ' {"b": 1,\n"a": "é😀"} ';
    const { bytes, value } = await read({ body: text });
    expect(value).toEqual({ b: 1, a: "é😀" });
    expect(new TextDecoder().decode(bytes)).toBe(text);
  });

  it("joins chunks wherever they were cut", async () => {
    const bytes = utf8.encode(JSON.stringify({ text: "€😀".repeat(5_000) }));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9_000 }), async (size) => {
        const { stream } = streamOf((index) =>
          index * size < bytes.length ? bytes.slice(index * size, (index + 1) * size) : undefined,
        );
        const body = await read({ body: stream });
        expect(Buffer.compare(body.bytes, bytes)).toBe(0);
      }),
      propertyOptions("REST", { quick: 20, full: 500 }),
    );
  });

  it.each([
    ["application/json"],
    ["Application/JSON"],
    ["application/json; charset=utf-8"],
    ["application/json;charset=UTF-8"],
    ['application/json ; charset="utf-8" ; profile="https://a.example/;,\\""'],
    ["application/json;"],
    ["application/json; version=1"],
  ])("takes the Content-Type %s", async (type) => {
    const { value } = await read({ body: "{}", headers: { "content-type": type } });
    expect(value).toEqual({});
  });

  it.each([
    ["text/plain"],
    ["text/json"],
    ["application/jsonp"],
    ["application/json-patch+json"],
    ["application/problem+json"],
    ["multipart/form-data; boundary=application/json"],
    ["application/json; charset=utf-16"],
    ["application/json; charset=iso-8859-1"],
    ["application/json; charset=utf-8; charset=latin1"],
    ["application/json; charset"],
    ["application/json, application/json"],
    ["application/json, text/plain"],
    ["application /json"],
    ["application/json x"],
    [`application/json; a="${"\\".repeat(50_000)}`],
    [`application/json${" ;".repeat(50_000)}=`],
    [""],
  ])("refuses the Content-Type %.60s with 415, unread", async (type) => {
    const { seen, stream } = streamOf(() => utf8.encode("{}"));
    const error = await errorOf(read({ body: stream, headers: { "content-type": type } }));
    expect(error).toMatchObject({ status: 415, headers: { Accept: "application/json" } });
    expect(seen).toEqual({ pulled: 0, canceled: true });
  });

  it("refuses a body without Content-Type with 415", async () => {
    expect((await errorOf(readJsonBody(untyped("{}"), "required"))).status).toBe(415);
    expect((await errorOf(readJsonBody(untyped("{}"), "optional"))).status).toBe(415);
  });

  it.each([["gzip"], ["br"], ["deflate, gzip"], ["identity, gzip"], ["x"]])(
    "refuses the Content-Encoding %s with 415, unread",
    async (encoding) => {
      const { seen, stream } = streamOf(() => utf8.encode("{}"));
      const sent = { body: stream, headers: { "content-encoding": encoding } };
      const error = await errorOf(read(sent));
      expect(error).toMatchObject({ status: 415, headers: { "Accept-Encoding": "identity" } });
      expect(seen).toEqual({ pulled: 0, canceled: true });
    },
  );

  it("takes the Content-Encoding identity", async () => {
    const { value } = await read({ body: "[]", headers: { "content-encoding": "Identity" } });
    expect(value).toEqual([]);
  });
});

describe("JSON that two readers could take for two things", () => {
  it.each<readonly [string, BodyInit, string]>([
    ["malformed", '{"a": 1,\n  b: 2}', 'found "b" (line 2, column 3)'],
    ["cut off", '{"a": [1, 2', "(line 1, column 12)"],
    ["of two values", "{} {}", "(line 1, column 4)"],
    ["with a duplicate key", '{"a": 1,\n "a": 2}', 'the key "a" is on line 1 already (line 2'],
    ["with a duplicate key, escaped", '{"a": 1, "\\u0061": 2}', 'the key "a"'],
    ["with a byte order mark", "\ufeff{}", "byte order mark before the text (line 1, column 1)"],
    [
      "of invalid UTF-8",
      new Uint8Array([0x22, 0xff, 0x22]),
      "FF is not UTF-8 here (line 1, column 2)",
    ],
    ["in UTF-16", new Uint8Array([0x7b, 0, 0x7d, 0]), "(line 1, column 2)"],
    ["with half a character", '{"a": "\\ud800"}', "surrogate without its pair (line 1, column 8)"],
    ["with an amount beyond 2^53", '{"amount": 9007199254740993}', "(line 1, column 12)"],
    ["with a number beyond all", '{"amount": 1e400}', "(line 1, column 12)"],
    ["nested 10,000 deep", "[".repeat(10_000) + "]".repeat(10_000), "more than 64 arrays"],
    ["nested 10,000 deep, cut off", '{"a":'.repeat(10_000), "(line 1, column 321)"],
    ["of white space", " \n ", "(line 2, column 2)"],
    ["that is JavaScript", "{a: NaN}", "(line 1, column 2)"],
  ])("%s is 400, with the position", async (_, body, content) => {
    const error = await errorOf(read({ body }));
    expect(error).toMatchObject({ code: "invalid_request", status: 400 });
    expect(error.content).toMatch(/^The body is not valid JSON: .* \(line \d+, column \d+\)\.$/);
    expect(error.content).toContain(content);
    expect(error.content.length).toBeLessThan(250);
  });

  it("makes of __proto__ a member like any other", async () => {
    const { value } = await read({ body: '{"__proto__": {"isAdmin": true}}' });
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it("nests as deep as it is told", async () => {
    const body = "[".repeat(100) + "]".repeat(100);
    await expect(read({ body }, { maxDepth: 100 })).resolves.toBeDefined();
    expect((await errorOf(read({ body }, { maxDepth: 99 }))).status).toBe(400);
  });

  it("ends with a value or a 4xx for any bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (body) => {
        const status = await read({ body: body as BodyInit }).then(
          () => 200,
          (error: unknown) => asProtocolError(error).status,
        );
        expect(status).toBeOneOf([200, 400]);
      }),
      propertyOptions("REST", { quick: 200, full: 10_000 }),
    );
  });
});

describe("an empty body", () => {
  it("is 400 where one is required", async () => {
    for (const empty of [untyped(null), request({}), request({ body: "" })]) {
      const error = await errorOf(readJsonBody(empty, "required"));
      expect(error).toMatchObject({ status: 400, content: "The request needs a body." });
    }
  });

  it("is none where one is optional", async () => {
    const type = { "content-type": "text/plain", "content-length": "0" };
    const { stream } = streamOf(() => undefined);
    const empties = [
      untyped(null),
      request({ body: "", headers: type }),
      request({ body: stream }),
    ];
    for (const empty of empties) {
      const body = await readJsonBody(empty, "optional");
      expect(body.bytes).toHaveLength(0);
      expect(body).not.toHaveProperty("value");
    }
  });
});

describe("a body where none is taken", () => {
  it("is read and not looked at", async () => {
    const headers = { "content-type": "text/plain", "content-encoding": "br" };
    const body = await readJsonBody(request({ body: "{not JSON", headers }), "none");
    expect(body).toEqual({ bytes: new Uint8Array(utf8.encode("{not JSON")) });
  });

  it("is read up to the limit", async () => {
    const { seen, stream } = streamOf(() => new Uint8Array(1_000));
    const reading = readJsonBody(request({ body: stream }), "none", { maxBytes: 5_000 });
    expect((await errorOf(reading)).status).toBe(413);
    expect(seen).toEqual({ pulled: 6, canceled: true });
  });
});

describe("a body that is too large", () => {
  it("is 413 as soon as it is", async () => {
    const chunk = new Uint8Array(65_536).fill(0x20);
    const { seen, stream } = streamOf((index) => (index < 800 ? chunk : undefined));
    const error = await errorOf(read({ body: stream }));
    expect(error.status).toBe(413);
    expect(error.content).toBe("The body is larger than 1048576 bytes.");
    // Of 50 MB: as many chunks as fit, and the one that did not.
    expect(seen).toEqual({ pulled: 17, canceled: true });
  });

  it("is 413 by its Content-Length, unread", async () => {
    const { seen, stream } = streamOf(() => new Uint8Array(1));
    const headers = { "content-length": "52428800" };
    expect((await errorOf(read({ body: stream, headers }))).status).toBe(413);
    expect(seen).toEqual({ pulled: 0, canceled: true });
  });

  it.each([["1"], ["0"], ["-1"], ["x"], ["2, 2"]])(
    "is 413 whatever its Content-Length says: %s",
    async (length) => {
      const { stream } = streamOf(() => new Uint8Array(1_000));
      const headers = { "content-length": length };
      const error = await errorOf(read({ body: stream, headers }, { maxBytes: 10_000 }));
      expect(error.status).toBe(413);
    },
  );

  it("may have as many bytes as the limit says, and no more", async () => {
    await expect(read({ body: `"${"x".repeat(98)}"` }, { maxBytes: 100 })).resolves.toBeDefined();
    const error = await errorOf(read({ body: `"${"x".repeat(99)}"` }, { maxBytes: 100 }));
    expect(error.status).toBe(413);
  });

  it("costs no more memory in a million chunks than in one", async () => {
    const one = utf8.encode("1");
    const { stream } = streamOf((index) => (index < 300_000 ? one : undefined));
    const { bytes } = await readJsonBody(request({ body: stream }), "none");
    expect(bytes).toHaveLength(300_000);
    expect(bytes.buffer.byteLength).toBe(300_000);
  });

  it("is refused without waiting for what the stream makes of it", async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
      cancel: () => never(),
    });
    expect((await errorOf(read({ body: stream }, { maxBytes: 10 }))).status).toBe(413);
  });
});

describe("a body that does not end", () => {
  it("is 408 when time is up", async () => {
    const { seen, stream } = streamOf((index) => (index === 0 ? utf8.encode("{") : never()));
    const error = await errorOf(read({ body: stream }, { timeoutMs: 20 }));
    expect(error).toMatchObject({ code: "request_timeout", status: 408 });
    expect(seen).toEqual({ pulled: 2, canceled: true });
  });

  it("is 408 in drops", async () => {
    const { stream } = streamOf(() => setTimeout(5, utf8.encode(" ")));
    expect((await errorOf(read({ body: stream }, { timeoutMs: 50 }))).status).toBe(408);
  });

  it("is 408 in empty chunks, between which no timer runs", async () => {
    const { seen, stream } = streamOf(() => new Uint8Array(0));
    expect((await errorOf(read({ body: stream }, { timeoutMs: 20 }))).status).toBe(408);
    expect(seen.canceled).toBe(true);
  });

  it("is 408 when the server's signal says that time is up", async () => {
    const { stream } = streamOf(never);
    const reading = read({ body: stream }, { signal: AbortSignal.timeout(10) });
    expect((await errorOf(reading)).code).toBe("request_timeout");
  });
});

describe("a request that is aborted", () => {
  it("ends quietly by the server's signal", async () => {
    const controller = new AbortController();
    const { seen, stream } = streamOf(never);
    const reading = errorOf(read({ body: stream }, { signal: controller.signal }));
    controller.abort();
    expect(await reading).toMatchObject({ code: "request_aborted", status: 400 });
    expect(seen.canceled).toBe(true);
  });

  it("ends quietly by its own signal, before and while it is read", async () => {
    const { stream } = streamOf(never);
    const controller = new AbortController();
    const reading = errorOf(read({ body: stream, signal: controller.signal }));
    controller.abort();
    expect((await reading).code).toBe("request_aborted");
    const late = errorOf(read({ body: "{}" }, { signal: AbortSignal.abort() }));
    expect((await late).code).toBe("request_aborted");
  });

  it("ends quietly when its chunks stop in the middle", async () => {
    const cause = new TypeError("terminated");
    const { stream } = streamOf((index) =>
      index === 0 ? utf8.encode('{"a":') : Promise.reject(cause),
    );
    const error = await errorOf(read({ body: stream }));
    expect(error).toMatchObject({ code: "request_aborted", status: 400, cause });
    expect(error.content).not.toContain("terminated");
  });

  it("leaves no listener behind", async () => {
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    const counted = {
      aborted: signal.aborted,
      reason: undefined,
      addEventListener: (_: "abort", listener: () => void) => void listeners.add(listener),
      removeEventListener: (_: "abort", listener: () => void) => void listeners.delete(listener),
    };
    await read({ body: "{}" }, { signal: counted });
    expect(listeners.size).toBe(0);
  });
});
