/**
 * Keeps response bodies while a call is waiting. The MCP client discards results that violate MCP, and with them, for
 * example, the id of a created checkout.
 */

import { isObject, own } from "../../json/members.js";
import { parseStrictly } from "../read-answer.js";
import { thrownOf } from "./thrown.js";

export interface ReceivedBodies {
  /** Adds a part of the body of a call's response. */
  keep(requestId: string | undefined, bytes: Uint8Array): void;
  /** @throws ProtocolError, ClientError, with what was received as `answer` */
  during<Result>(requestId: string | undefined, result: Promise<Result>): Promise<Result>;
}

export function createReceivedBodies(): ReceivedBodies {
  const bodies = new Map<string, Uint8Array[]>();
  return {
    keep(requestId = "", bytes) {
      bodies.get(requestId)?.push(bytes);
    },
    async during(requestId = "", result) {
      const parts: Uint8Array[] = [];
      bodies.set(requestId, parts);
      try {
        return await result;
      } catch (thrown) {
        throw thrownOf(thrown, answerIn(parts));
      } finally {
        bodies.delete(requestId);
      }
    },
  };
}

/** The result's content, or as much of the message as there is. Undefined if nothing can be parsed. */
function answerIn(parts: readonly Uint8Array[]): unknown {
  const text = decoded(parts);
  const [message] = [text, ...eventsIn(text).reverse()].flatMap(messageIn);
  if (!isObject(message)) return message;
  const result = own(message, "result");
  const content = isObject(result) ? own(result, "structuredContent") : undefined;
  return content ?? result ?? own(message, "error") ?? message;
}

/** The data of server-sent events (HTML standard). The last one is the response. */
function eventsIn(text: string): string[] {
  return text
    .split(/\r?\n\r?\n/)
    .map((event) => [...event.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line).join("\n"));
}

function messageIn(text: string): unknown[] {
  try {
    return [parseStrictly(new TextEncoder().encode(text))];
  } catch {
    return [];
  }
}

function decoded(parts: readonly Uint8Array[]): string {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return new TextDecoder().decode(bytes);
}
