/** Parses a URL that another party chose, and rejects spellings that other parsers might read differently. */

import { isIP } from "node:net";
import { DocumentFetchError } from "../document/document-fetch.js";

export interface Target {
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
  /** Value of the Host field. */
  readonly host: string;
  readonly path: string;
}

export interface TargetRules {
  readonly ports: readonly number[];
  readonly development: boolean;
}

const LONGEST = 2_048;
/**
 * `URL` repairs invalid texts: it drops tabs and line feeds, converts backslashes, adds slashes, and accepts an empty
 * user. Another parser might see a different host.
 */
const PLAIN = /^https?:\/\/[^/?#@\\]+(?:[/?][^#\\]*)?$/i;
const UNPRINTED = /[\p{Cc}\p{Cf}\p{Z}]/u;

/** @throws DocumentFetchError `URL_REFUSED`, `PORT_REFUSED` */
export function targetOf(text: string, { ports, development }: TargetRules): Target {
  if (text.length > LONGEST) throw refused("it is too long");
  if (!PLAIN.test(text) || UNPRINTED.test(text) || !URL.canParse(text)) throw refused(text);
  const url = new URL(text);
  const secure = url.protocol === "https:";
  if (!secure && !development) throw refused("it is not https");
  if (url.username !== "" || url.password !== "" || url.hash !== "") throw refused(text);
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  if (hostname.endsWith(".")) throw refused("its host ends in a dot");
  const port = Number(url.port || (secure ? 443 : 80));
  if (!development && !ports.includes(port))
    throw new DocumentFetchError("PORT_REFUSED", { detail: `its port is ${port}` });
  return { hostname, port, secure, host: url.host, path: url.pathname + url.search };
}

/** True if the host is an IP address, so no name is resolved. `URL` has normalized every spelling of 127.0.0.1. */
export function isLiteral({ hostname }: Target): boolean {
  return isIP(hostname) !== 0;
}

function refused(detail: string): DocumentFetchError {
  return new DocumentFetchError("URL_REFUSED", { detail });
}
