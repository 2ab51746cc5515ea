/** Spans of a server's calls, of its storage and of workers, as OpenTelemetry's own SDK collects them. */

import { context, trace, SpanStatusCode } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from "@opentelemetry/sdk-trace-base";
import { ProtocolError } from "@proto-gen/runtime/error";
import { createMemoryStorage, tracedStorage } from "@proto-gen/runtime/storage";
import { createWorker } from "@proto-gen/runtime/worker";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { checkout, createOverRest, sampleServer, WHOLE } from "../../support/sample-business.js";

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const tracer = provider.getTracer("shop");
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
beforeEach(() => exporter.reset());
afterAll(() => {
  context.disable();
  trace.disable();
});

/** Each span below the one that it began in, in the order of their beginnings. */
function tree(parent?: ReadableSpan): unknown[] {
  return exporter
    .getFinishedSpans()
    .filter((span) => span.parentSpanContext?.spanId === parent?.spanContext().spanId)
    .map((span) => {
      const below = tree(span);
      return below.length === 0 ? span.name : [span.name, below];
    });
}

function spanNamed(name: string): ReadableSpan | undefined {
  return exporter.getFinishedSpans().find((each) => each.name === name);
}

describe("the spans of a call", () => {
  it("are its steps, with those of the storage and of the business's own code in the handler", async () => {
    const store = tracedStorage(createMemoryStorage(), tracer);
    const server = sampleServer(
      { created: [], entries: [] },
      {
        createCheckout: () =>
          tracer.startActiveSpan("own", async (span) => {
            span.end();
            return { ...checkout, id: "checkout_1" };
          }),
      },
      { store, tracer },
    );
    expect((await createOverRest(server, "key_1")).status).toBe(201);
    expect(tree()).toEqual([
      [
        "create_checkout",
        [
          "authenticate",
          "platform_profile",
          "storage.commit",
          ["handler", ["own"]],
          "storage.commit",
        ],
      ],
    ]);
    expect(spanNamed("create_checkout")?.attributes).toEqual({
      "proto.platform": WHOLE,
      "proto.outcome": checkout.status,
    });
    expect(spanNamed("storage.commit")?.attributes).toEqual({
      "storage.collections": "idempotency",
      "storage.records": 1,
      "storage.result": "committed",
    });
    exporter.reset();
    await createOverRest(server, "key_1");
    expect(spanNamed("create_checkout")?.attributes).toMatchObject({ "proto.outcome": "replayed" });
  });

  it.each([
    ["what the platform did wrong", new ProtocolError("not_found"), "not_found", 0],
    ["what the business did wrong", new Error("secret"), "internal_error", SpanStatusCode.ERROR],
  ] as const)("say %s, without its text", async (_what, error, type, status) => {
    const server = sampleServer(
      { created: [], entries: [] },
      { createCheckout: () => Promise.reject(error) },
      { tracer },
    );
    await createOverRest(server, "key_1");
    const span = spanNamed("create_checkout");
    expect(span?.attributes).toMatchObject({ "error.type": type });
    expect(span?.status.code).toBe(status);
    const { attributes, status: told, events } = spanNamed("handler") as ReadableSpan;
    expect(JSON.stringify([attributes, told, events])).not.toContain("secret");
  });

  it("are none without a tracer", async () => {
    await createOverRest(sampleServer({ created: [], entries: [] }), "key_1");
    expect(exporter.getFinishedSpans()).toEqual([]);
  });
});

describe("the span of a task", () => {
  it("says how its attempt ended, with the storage outside of it", async () => {
    const store = createMemoryStorage();
    let isBroken = true;
    const worker = createWorker({
      ...{ store, name: "mail", tracer },
      perform: () => (isBroken ? { code: "mail_down", final: true } : undefined),
    });
    await store.commit(worker.writes({ lane: "a", payload: {} }));
    await worker.drain();
    const failed = spanNamed("task mail");
    expect(failed?.attributes).toEqual({
      ...{ "task.attempt": 1, "task.outcome": "dead", "error.type": "mail_down" },
    });
    expect(failed?.status).toEqual({ code: SpanStatusCode.ERROR, message: "mail_down" });
    exporter.reset();
    isBroken = false;
    await worker.revive('["a",1]');
    await worker.drain();
    expect(spanNamed("task mail")?.attributes).toEqual({
      ...{ "task.attempt": 1, "task.outcome": "done" },
    });
  });
});
