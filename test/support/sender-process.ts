/**
 * A sender of webhooks as a process of its own, on PostgreSQL. It sends its id, and then all that it learns: what it heard for each
 * attempt, and what it has written of it.
 */

import { randomUUID } from "node:crypto";
import pg from "pg";
import { guardedPost } from "@proto-gen/runtime/guarded-fetch";
import { createSigner, generateSigningKey } from "@proto-gen/runtime/signature";
import { createPostgresStorage } from "@proto-gen/runtime/storage/postgres";
import type { DeliveryLogEntry, WebhookPost } from "@proto-gen/runtime/webhook";
import { createWebhookSender } from "../../generated/commerce.js";
import { poolConnection } from "./postgres.js";
import { ATTEMPT } from "./troubled-receiver.js";

export interface SenderTask {
  readonly url: string;
  /** Of the storage's tables. */
  readonly prefix: string;
  readonly leaseMs: number;
  readonly attemptMs: number;
}

export interface SenderReady {
  readonly id: string;
}

export type SenderMessage =
  /** An answer, or the reason why there is none. */
  | { readonly kind: "heard"; readonly attempt: string; readonly status: number | "none" }
  | {
      readonly kind: "written";
      readonly sender: string;
      readonly eventId: string;
      readonly became: DeliveryLogEntry["became"];
    };

const { url, prefix, leaseMs, attemptMs } = JSON.parse(process.argv[2] ?? "") as SenderTask;
// Without its test, nobody would end it.
process.on("disconnect", () => process.exit());

const id = randomUUID();
let attempts = 0;
const tell = (message: SenderMessage): void => void process.send?.(message);
const postOnce = guardedPost({ development: true });

const post: WebhookPost = async (to, message) => {
  const [, attempt = ""] = message.headers.find(([name]) => name === ATTEMPT) ?? [];
  try {
    const answer = await postOnce(to, message);
    tell({ kind: "heard", attempt, status: answer.status });
    return answer;
  } catch (error) {
    tell({ kind: "heard", attempt, status: "none" });
    throw error;
  }
};

const pool = new pg.Pool({ connectionString: url, max: 16 });
const { privateKey } = await generateSigningKey();
const sender = createWebhookSender({
  store: await createPostgresStorage({ ...poolConnection(pool), prefix }),
  profile: "https://shop.example/.well-known/proto",
  signer: await createSigner(privateKey),
  post,
  headers: {
    [ATTEMPT]: () => {
      attempts += 1;
      return `${id}:${attempts}`;
    },
  },
  schedule: { baseMs: 20, capMs: 200 },
  limits: { concurrent: 16, perHost: 8, pollMs: 50, leaseMs, attemptMs },
  development: true,
  log({ eventId, became }) {
    if (eventId !== undefined) tell({ kind: "written", sender: id, eventId, became });
  },
});
sender.start();
process.send?.({ id } satisfies SenderReady);
