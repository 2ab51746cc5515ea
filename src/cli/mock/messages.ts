/** What the command and the process that serves say to each other: plain data. */

export type Fault = "slow" | "fail" | "escalate" | "decline";

/** A file beside the process's entry, in JSON. */
export interface MockSettings {
  /** With what is served of it, and nothing else. */
  readonly profile: object;
  /** 0 is any that is free. */
  readonly port: number;
  readonly https: boolean;
  readonly faults: readonly Fault[];
  /** The ids are random without it. */
  readonly seed: number | undefined;
  /** Directory for mail. */
  readonly mail: string;
  /** File that the certificate is to be written to. */
  readonly certificate: string;
  /** Directory that is removed at the end: by the process itself where whoever started it is gone. */
  readonly workshop: string;
}

/** Where everything is. */
export interface Opened {
  readonly kind: "opened";
  /** `http://127.0.0.1:8080` */
  readonly url: string;
  /** Of that address. */
  readonly port: number;
  /** Where buyers are sent: always https (§3.3). */
  readonly site: string;
  readonly discovery: string;
  /** URL of a profile that a platform may call with. */
  readonly platform: string;
  /** The header that names it. */
  readonly agentHeader: string;
  /** Directory of its mail. */
  readonly mail: string;
  /** File with the certificate of what speaks TLS. */
  readonly certificate: string;
  /** By transport, where the profile has one. */
  readonly endpoints: { readonly rest?: string; readonly mcp?: string };
}

/** It could not be opened; nothing listens. */
export interface NotOpened {
  readonly kind: "not-opened";
  /** Of the system: EADDRINUSE, EACCES. */
  readonly code: string | undefined;
  readonly message: string;
}

/** A request that was answered. */
export interface Answered {
  readonly kind: "answered";
  readonly method: string;
  readonly path: string;
  /** Or the method of MCP, where that was no call of a tool: `tools/list`. */
  readonly operation?: string;
  /** Of the answer; over MCP that of the protocol error, if there was one. */
  readonly status: number;
  /** Of a protocol error. */
  readonly code?: string;
  /** What came of it: a checkout's status, the code of a business outcome, or `replayed`. */
  readonly outcome?: string;
  /** The first thing that is wrong with the request: `$.currency is required`. */
  readonly issue?: string;
  readonly milliseconds: number;
  /** What the business did wrong, where the answer does not say it. */
  readonly cause?: string;
}

/** An attempt to tell a platform of an order. */
export interface Delivered {
  readonly kind: "webhook";
  /** Its id. */
  readonly order: string;
  readonly host: string;
  readonly became: "delivered" | "postponed" | "dead" | "lost" | "unavailable";
  /** Of the platform's answer, where it was no 2xx. */
  readonly status?: number;
  /** Why it did not arrive. */
  readonly code?: string;
}

/** A mail that is in its folder. */
export interface Mailed {
  readonly kind: "mail";
  readonly to: string;
  readonly subject: string;
}

export type Happening = Answered | Delivered | Mailed;

export type MockMessage = Opened | NotOpened | Happening;
