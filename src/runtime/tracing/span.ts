/** Spans: a port. A tracer of `@opentelemetry/api` is one; nothing else of that package is needed here. */

/** What is used of a span. */
export interface Span {
  setAttribute(name: string, value: string | number): unknown;
  /** 2 is OpenTelemetry's `SpanStatusCode.ERROR`. */
  setStatus(status: { readonly code: 2; readonly message?: string }): unknown;
  end(): void;
}

export interface SpanOptions {
  /** OpenTelemetry's `SpanKind`: 0 internal, 2 client, 4 consumer. */
  readonly kind: 0 | 2 | 4;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** `trace.getTracer("shop")` of `@opentelemetry/api` is one. */
export interface Tracer {
  startActiveSpan<Result>(name: string, options: SpanOptions, work: (span: Span) => Result): Result;
}

/** Neither a message nor a stack: they may hold what others must not see. */
function typeOf(thrown: unknown): string {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  if (typeof code === "string") return code;
  return thrown instanceof Error ? thrown.name : typeof thrown;
}

/** By OpenTelemetry's conventions, what a caller did wrong is no error of a server. */
function isCallersFault(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    "status" in thrown &&
    typeof thrown.status === "number" &&
    thrown.status < 500
  );
}

/** `error.type` of OpenTelemetry's conventions. */
export function setError(span: Span | undefined, type: string): void {
  span?.setAttribute("error.type", type);
  span?.setStatus({ code: 2, message: type });
}

/** The span lasts until the promise of `work` settles. Without a tracer, `work` is all that happens. */
export function inSpan<Result>(
  tracer: Tracer | undefined,
  name: string,
  work: (span: Span | undefined) => Promise<Result>,
  { kind = 0, attributes = {} }: Partial<SpanOptions> = {},
): Promise<Result> {
  if (tracer === undefined) return work(undefined);
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work(span);
    } catch (thrown) {
      if (isCallersFault(thrown)) span.setAttribute("error.type", typeOf(thrown));
      else setError(span, typeOf(thrown));
      throw thrown;
    } finally {
      span.end();
    }
  });
}
