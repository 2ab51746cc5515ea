/** Server-sent events: a word to each page that follows whenever something has changed. */

import type { Answer } from "@proto-gen/runtime/server";
import type { Backstage } from "../backstage.js";
import { answerOf, textAnswer } from "./answers.js";
import { encodeUtf8 } from "./encode-utf8.js";

/** One bot must not take every socket. */
const MAX_STREAMS = 50;
/** A proxy ends what is silent for a minute. */
const BEAT_MS = 20_000;
/** Many changes at once are one word. */
const TOGETHER_MS = 50;

const CHANGED = encodeUtf8("data: changed\n\n");
const BEAT = encodeUtf8(": here\n\n");

export interface Events {
  answer(): Answer;
  /** Ends every stream: a server that closes would wait for them. */
  close(): void;
}

export function createEvents(backstage: Pick<Backstage, "change">): Events {
  const ends = new Set<() => void>();

  function answer(): Answer {
    if (ends.size >= MAX_STREAMS) return textAnswer(503, "text/plain", "Too many are watching.\n");
    return answerOf(200, "text/event-stream; charset=utf-8", streamOf(backstage, ends));
  }

  return {
    answer,
    close: () => ends.forEach((end) => end()),
  };
}

function streamOf(
  backstage: Pick<Backstage, "change">,
  ends: Set<() => void>,
): ReadableStream<Uint8Array> {
  let release = (): void => undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = follow(backstage, controller, () => ends.delete(stop));
      const stop = (): void => {
        end();
        controller.close();
      };
      ends.add(stop);
      release = end;
    },
    cancel: () => release(),
  });
}

/** Speaks until the function that it returns is called, which then calls `ended`. */
function follow(
  backstage: Pick<Backstage, "change">,
  controller: ReadableStreamDefaultController<Uint8Array>,
  ended: () => void,
): () => void {
  let soon: NodeJS.Timeout | undefined;
  // A client that does not read is told nothing more: what waits for it already says that there is news.
  const say = (bytes: Uint8Array): void => {
    if ((controller.desiredSize ?? 0) > 0) controller.enqueue(bytes);
  };
  const unsubscribe = backstage.change(() => {
    soon ??= setTimeout(() => {
      soon = undefined;
      say(CHANGED);
    }, TOGETHER_MS);
  });
  const beat = setInterval(() => say(BEAT), BEAT_MS);
  beat.unref();
  return () => {
    unsubscribe();
    clearInterval(beat);
    clearTimeout(soon);
    ended();
  };
}
