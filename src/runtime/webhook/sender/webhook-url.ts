/** A platform's webhook URL (§6.1). In: text that the platform chose. Out: where to send, in parts. */

import { isWebUrl } from "../../formats/web-url.js";

declare const URL: {
  canParse(url: string): boolean;
  new (url: string): {
    readonly href: string;
    readonly protocol: string;
    readonly host: string;
    readonly pathname: string;
    readonly search: string;
    readonly username: string;
    readonly password: string;
  };
};

export interface WebhookUrl {
  readonly href: string;
  readonly scheme: "https" | "http";
  /** With its port, unless that is the scheme's own. */
  readonly host: string;
  /** As on the request line. */
  readonly target: string;
}

const LONGEST = 2_048;

/** Undefined unless it is https (http too in development), without user information and fragment. */
export function webhookUrl(text: unknown, development: boolean): WebhookUrl | undefined {
  if (typeof text !== "string" || text.length > LONGEST) return undefined;
  if (!isWebUrl(text) || !URL.canParse(text)) return undefined;
  const { href, protocol, host, pathname, search, username, password } = new URL(text);
  if (protocol !== "https:" && !(development && protocol === "http:")) return undefined;
  if (username !== "" || password !== "" || href.includes("#")) return undefined;
  const scheme = protocol === "https:" ? "https" : "http";
  return { href, scheme, host, target: pathname + search };
}
