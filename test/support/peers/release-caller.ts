/** Programs of other people that call a business as its release's documents say. Each has one file: curl, openapi-fetch, MCP. */

import { randomUUID } from "node:crypto";
import type { ReleaseDocuments } from "./release-documents.js";
import type { Body } from "./release-requests.js";

export interface Call {
  readonly operation: string;
  /** Id of the checkout; absent if the call creates one. */
  readonly id?: string;
  readonly payload?: Body;
  /** Idempotency key; a new one if it is absent. */
  readonly key?: string;
  /** Headers, arguments or members of `meta` that are left out, to be refused. */
  readonly without?: readonly string[];
}

export interface Answer {
  readonly operation: string;
  /** Over MCP, the code of JSON-RPC for an error, and 200 for a result. */
  readonly status: number;
  readonly body: unknown;
  /** URI of the schema that the release gives for it; undefined where it gives none. */
  readonly schema: string | undefined;
}

export interface Caller {
  call(call: Call): Promise<Answer>;
  close(): Promise<void>;
}

export interface CallerOptions {
  readonly documents: ReleaseDocuments;
  /** URL of the business's endpoint. */
  readonly endpoint: string;
  /** URL of the platform's profile. */
  readonly platform: string;
}

/** `UCP-Agent`. */
export function agentHeader({ protocol }: ReleaseDocuments): string {
  return `${protocol === "ucp" ? "UCP" : "Proto"}-Agent`;
}

/** The headers that the document requires, and the one that names the platform. */
export function headersOf(
  { documents, platform }: CallerOptions,
  { operation, key = randomUUID(), without = [] }: Call,
): Readonly<Record<string, string>> {
  const agent = agentHeader(documents);
  const values: Readonly<Record<string, string>> = {
    [agent]: `profile="${platform}"`,
    "Request-Id": randomUUID(),
    "Idempotency-Key": key,
    // No text of a release says how to sign: the header has to be there.
    "Request-Signature": "signature",
  };
  const names = new Set([agent, ...documents.rest(operation).headers]);
  return Object.fromEntries(
    [...names]
      .filter((name) => !without.includes(name))
      .map((name) => [name, values[name] ?? unknownName(name)]),
  );
}

export function unknownName(name: string): never {
  throw new Error(`no value is written for ${name}`);
}

/** The answer over REST, with the schema of its status. */
export function restAnswer(
  documents: ReleaseDocuments,
  operation: string,
  read: {
    readonly status: number;
    readonly body: unknown;
  },
): Answer {
  return { operation, ...read, schema: documents.rest(operation).answers.get(read.status) };
}
