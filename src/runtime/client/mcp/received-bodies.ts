/**
 * The bodies of answers, as long as somebody waits for them: the MCP client refuses a result that is not what MCP says, and what
 * it had would be lost, the id of a checkout that was created among it.
 */

import { isObject, own } from "../../json/members.js";
import { parseStrictly } from "../read-answer.js";
import { thrownOf } from "./thrown.js";

// Every platform has it, but ECMAScript's own declarations do not.
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

export interface ReceivedBodies {
  /** A part of the body of the response to a call. */
  keep(requestId: string | undefined, bytes: Uint8Array): void;
  /** @throws ProtocolError, ClientError, which have what was received */
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

/** The content of the result, or as much of the message as there is; undefined where nothing can be parsed. */
function answerIn(parts: readonly Uint8Array[]): unknown {
  const text = decoded(parts);
  const [message] = [text, ...eventsIn(text).reverse()].flatMap(messageIn);
  if (!isObject(message)) return message;
  const result = own(message, "result");
  const content = isObject(result) ? own(result, "structuredContent") : undefined;
  return content ?? result ?? own(message, "error") ?? message;
}

/** The data of events (HTML, server-sent events), the last of which is the answer. */
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
