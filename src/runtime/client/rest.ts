/** Makes calls over REST (§4.2 to §4.4, §4.8). */

import { randomKey } from "../text/encoding.js";
import type { Operation } from "../service/operation.js";
import { invalidRequest, type ClientError } from "./client-error.js";
import { parseAnswer, readAnswer, receivedOf, errorFrom } from "./read-answer.js";
import type { SendRequest } from "./send.js";
import type { ClientTransport, Outbound, TransportContext } from "./definition.js";

type RestCall = NonNullable<Operation["rest"]>;

export const rest: ClientTransport<"rest"> = {
  name: "rest",

  takesPayload: (operation) => operation.rest?.body !== "none",

  carriesKey: ({ rest: binding }) =>
    binding?.parameters.some(({ name }) => name.toLowerCase() === "idempotency-key") === true,

  createKey: () => randomKey(),

  connect: (context) => ({
    prepare(call) {
      const binding = call.operation.rest as RestCall;
      const base = context.endpoint.replace(/\/$/, "");
      const url = base + resourcePath(binding.path, call.identifiers);
      const request = requestOf(binding, call);
      return async (signal) => {
        const response = await context.send(url, request, signal);
        const reading = { maxBytes: context.answerBytes, signal };
        if (response.status < 200 || response.status > 299)
          throw await errorFrom(response, reading);
        const bytes = await readAnswer(response, reading);
        return received(
          context,
          call,
          bytes.length === 0 ? undefined : parseAnswer(response, bytes),
        );
      };
    },
    close: () => Promise.resolve(),
  }),
};

function received({ vocabulary }: TransportContext, { operation }: Outbound, body: unknown) {
  // An operation without a resource may have an empty response.
  if (body === undefined && operation.marks.length === 0)
    return { kind: "resource", body: undefined } as const;
  return receivedOf(operation, vocabulary.name, body);
}

function requestOf({ method, body }: RestCall, call: Outbound): SendRequest {
  const { payload, requestId, operation } = call;
  // §4.8: every call has a key. A read's key identifies nothing that could be repeated, so the caller does not get
  // it.
  const idempotencyKey =
    call.idempotencyKey ?? (rest.carriesKey(operation) ? rest.createKey() : undefined);
  const headers = {
    Accept: "application/json",
    "Request-Id": requestId,
    ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
  };
  if (body === "none") return { method, headers, operation };
  return {
    method,
    headers: { ...headers, "Content-Type": "application/json" },
    body: encoded(payload ?? {}),
    operation,
  };
}

function encoded(payload: object): Uint8Array<ArrayBuffer> {
  try {
    return new TextEncoder().encode(JSON.stringify(payload));
  } catch (cause) {
    throw invalidRequest("The request is not JSON.", cause);
  }
}

/**
 * Inserts identifiers into a path template: `/carts/{id}` becomes `/carts/a%2Fb`.
 * @throws ClientError `REQUEST_INVALID` if an identifier cannot be a path segment
 */
function resourcePath(template: string, identifiers: Readonly<Record<string, string>>): string {
  return template.replace(/\{([^{}]*)\}/g, (_, name: string) => segment(name, identifiers[name]));
}

function segment(name: string, value: string | undefined): string {
  // URL parsers remove dot segments, even percent-encoded ones.
  if (value === undefined || value === "." || value === "..") throw invalid(name);
  try {
    return encodeURIComponent(value);
  } catch (cause) {
    throw invalid(name, cause);
  }
}

function invalid(name: string, cause?: unknown): ClientError {
  return invalidRequest(`${name}: expected an identifier usable in a path.`, cause);
}
