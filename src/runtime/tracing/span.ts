/**
 * The interface for spans. A tracer of `@opentelemetry/api` satisfies it, and nothing else of that package is needed.
 */

/** The part of a span that is used. */
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

/** Use `trace.getTracer("shop")` of `@opentelemetry/api`. */
export interface Tracer {
  startActiveSpan<Result>(name: string, options: SpanOptions, work: (span: Span) => Result): Result;
}

/** Neither message nor stack, which may contain secrets. */
function typeOf(thrown: unknown): string {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  if (typeof code === "string") return code;
  return thrown instanceof Error ? thrown.name : typeof thrown;
}

/** By OpenTelemetry's conventions, a caller's mistake is not an error of the server. */
function isCallersFault(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    "status" in thrown &&
    typeof thrown.status === "number" &&
    thrown.status < 500
  );
}

/** Sets `error.type` of OpenTelemetry's conventions. */
export function setError(span: Span | undefined, type: string): void {
  span?.setAttribute("error.type", type);
  span?.setStatus({ code: 2, message: type });
}

/** Runs `work` in a span that ends when its promise settles. Without a tracer, only runs `work`. */
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
