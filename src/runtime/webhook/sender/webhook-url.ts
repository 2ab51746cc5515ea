/** Checks a webhook URL that a platform chose (§6.1), and splits it into the parts that sending and signing need. */

import { readWebUrl } from "../../formats/web-url.js";

export interface WebhookUrl {
  readonly href: string;
  readonly scheme: "https" | "http";
  /** Includes the port, unless it is the scheme's default. */
  readonly host: string;
  /** Path and query, as on the request line. */
  readonly target: string;
}

const LONGEST = 2_048;

/** Undefined if the URL is not https (or http in development), or has user information or a fragment. */
export function webhookUrl(text: unknown, development: boolean): WebhookUrl | undefined {
  if (typeof text !== "string" || text.length > LONGEST) return undefined;
  const url = readWebUrl(text, development);
  if (url === undefined || url.href.includes("#")) return undefined;
  const { href, protocol, host, pathname, search } = url;
  const scheme = protocol === "https:" ? "https" : "http";
  return { href, scheme, host, target: pathname + search };
}
