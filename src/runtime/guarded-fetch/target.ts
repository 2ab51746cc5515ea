/** What a URL names. In: text that another party chose. Out: the host and what to ask it for. */

import { isIP } from "node:net";
import { DocumentFetchError } from "../document/document-fetch-error.js";

export interface Target {
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
  /** Of the Host field. */
  readonly host: string;
  readonly path: string;
}

export interface TargetRules {
  readonly ports: readonly number[];
  readonly development: boolean;
}

const LONGEST = 2_048;
/**
 * URL's parser repairs what is none: it drops tabs and line feeds, turns backslashes, adds slashes, and
 * takes an empty user. Whoever else reads such a text may see another host in it.
 */
const PLAIN = /^https?:\/\/[^/?#@\\]+(?:[/?][^#\\]*)?$/i;
const UNPRINTED = /[\p{Cc}\p{Cf}\p{Z}]/u;

/** @throws DocumentFetchError URL_REFUSED, PORT_REFUSED */
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

/** Whether no name has to be looked up. URL's parser has made 127.0.0.1 of every way to write it. */
export function isLiteral({ hostname }: Target): boolean {
  return isIP(hostname) !== 0;
}

function refused(detail: string): DocumentFetchError {
  return new DocumentFetchError("URL_REFUSED", { detail });
}
