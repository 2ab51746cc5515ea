/** The messages between the command and the server process, as JSON. Events are also the output of `mock --json`. */

import type { Json } from "@proto-gen/runtime/json";

export type Fault = "slow" | "fail" | "escalate" | "decline";

/** A member of an answer that an extension adds which the business does not know. */
export interface AddedMember {
  readonly capability: string;
  /** The names of members from the resource down; `*` stands for every item of an array and every value of a map. */
  readonly path: readonly string[];
  /** Set where an answer must have the member. */
  readonly example?: Json;
}

/** Stand-ins for code that the business does not have. */
export interface StandIns {
  /** By operation: the answer of those that the business does not implement. */
  readonly examples: Readonly<Record<string, Json>>;
  /** By operation: members that are sent back as they were sent. */
  readonly added: Readonly<Record<string, readonly AddedMember[]>>;
  /** True for a profile without payment handlers: otherwise nothing could be bought. */
  readonly anyInstrument: boolean;
  /** Headers that the release requires of webhooks, and whose values no text of it defines. */
  readonly webhookHeaders: readonly string[];
  /** One sentence for each part of the profile that no code implements. */
  readonly texts: readonly string[];
}

export interface MockSettings {
  /** With the capabilities that are active, and no others. */
  readonly profile: object;
  /** The products and prices of the mock, as `data.schema.json` describes them. */
  readonly data: object;
  /** 0 takes any free port. */
  readonly port: number;
  readonly https: boolean;
  readonly faults: readonly Fault[];
  /** Ids are random if it is undefined. */
  readonly seed?: number | undefined;
  readonly standIns: StandIns;
  /** The header with the country of a caller's IP address; none is read if it is undefined. */
  readonly geoIpCountryHeader?: string | undefined;
  /** Directory for mail. */
  readonly mail: string;
  /** The server writes its certificate to this file. */
  readonly certificate: string;
  /** The file of a certificate, with its key, for this and later starts; undefined where nothing can be kept. */
  readonly keptCertificate?: string | undefined;
}

/** Written to a JSON file, which the server process is started with. */
export interface ServerSettings extends MockSettings {
  /** The server removes it if the command, which usually does, has died. */
  readonly runDirectory: string;
  /** The URL of a module of this package. */
  readonly packageModule: string;
}

/** The server listens at these addresses. */
export interface MockAddresses {
  readonly kind: "opened";
  /** `http://127.0.0.1:8080` */
  readonly url: string;
  /** The port of `url`. */
  readonly port: number;
  /** Buyers are sent here, always over https (§3.3). */
  readonly site: string;
  readonly discovery: string;
  /** URL of a profile that a platform without its own may call with. */
  readonly platform: string;
  /** The base URL of the tokenizer, if the profile has its handler. */
  readonly tokenizer?: string | undefined;
  /** The header that names a platform's profile. */
  readonly agentHeader: string;
  /** Mail is written to this directory. */
  readonly mail: string;
  /** The file with the TLS certificate. */
  readonly certificate: string;
  /** One sentence for each part of the profile that no code implements. */
  readonly standIns: readonly string[];
  /** A transport that the profile lacks has no member. */
  readonly endpoints: { readonly rest?: string; readonly mcp?: string };
}

/** The server could not start, and nothing listens. */
export interface StartFailure {
  readonly kind: "not-opened";
  /** A system error: EADDRINUSE, EACCES. */
  readonly code: string | undefined;
  readonly message: string;
}

export interface AnsweredRequest {
  readonly kind: "answered";
  readonly method: string;
  readonly path: string;
  /** For MCP requests that call no tool, the method: `tools/list`. */
  readonly operation?: string | undefined;
  /** The HTTP status; over MCP the status of the protocol error, if there was one. */
  readonly status: number;
  /** The code of a protocol error. */
  readonly code?: string | undefined;
  /** A checkout's status, the code of a business outcome, or `replayed`. */
  readonly outcome?: string | undefined;
  /** The first validation issue of the request: `$.currency is required`. */
  readonly issue?: string | undefined;
  readonly milliseconds: number;
  /** The error inside the business that the response does not show. */
  readonly cause?: string | undefined;
}

/** An attempt to deliver an order webhook to a platform. */
export interface WebhookDelivery {
  readonly kind: "webhook";
  /** The id of the order. */
  readonly order: string;
  readonly host: string;
  readonly became: "delivered" | "postponed" | "dead" | "lost" | "unavailable";
  /** The HTTP status of the platform's response, unless it was 2xx. */
  readonly status?: number | undefined;
  /** The reason why it did not arrive. */
  readonly code?: string | undefined;
}

/** A mail that was written to the mail directory. */
export interface SentMail {
  readonly kind: "mail";
  readonly to: string;
  readonly subject: string;
}

export type MockEvent = AnsweredRequest | WebhookDelivery | SentMail;

export type MockMessage = MockAddresses | StartFailure | MockEvent;
