/**
 * Reads a URL that another party chose, rejecting spellings that other parsers might read differently, and resolves its host to addresses
 * of the public internet: the interface, and the system's resolver.
 */

import { lookup } from "node:dns/promises";
import { isIP, isIPv6, BlockList, isIPv4 } from "node:net";
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

interface TargetRules {
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
function isLiteral({ hostname }: Target): boolean {
  return isIP(hostname) !== 0;
}

function refused(detail: string): DocumentFetchError {
  return new DocumentFetchError("URL_REFUSED", { detail });
}

// Addresses outside of the public internet, according to the IANA registries (RFC 6890).
const SPECIAL_IPV4 = listOf("ipv4", [
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // shared by carriers' customers
  "127.0.0.0/8", // loopback
  "169.254.0.0/16", // link-local: clouds serve their credentials there
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.31.196.0/24", // AS112
  "192.52.193.0/24", // AMT
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "192.175.48.0/24", // AS112
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, and broadcast
]);

/**
 * All of global unicast. Mapped and compatible IPv4, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), local and multicast
 * addresses are outside.
 */
const GLOBAL_IPV6 = listOf("ipv6", ["2000::/3"]);
const SPECIAL_IPV6 = listOf("ipv6", [
  "2001::/23", // protocol assignments: Teredo, benchmarks, ORCHID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4: embeds an IPv4 address
  "2620:4f:8000::/48", // AS112
  "3fff::/20", // documentation
]);
const LOOPBACK = listOf("ipv4", ["127.0.0.0/8"]);

function listOf(family: "ipv4" | "ipv6", subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = "", prefix] = subnet.split("/");
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

/** False for anything that is not an address, and for addresses with a zone. */
function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !SPECIAL_IPV4.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  return GLOBAL_IPV6.check(address, "ipv6") && !SPECIAL_IPV6.check(address, "ipv6");
}

function isLoopback(address: string): boolean {
  return address === "::1" || (isIPv4(address) && LOOPBACK.check(address, "ipv4"));
}

/** Returns all addresses of a name. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

export async function systemResolver(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/**
 * Returns the vetted addresses of a target. The name is resolved once: a second query could return an address that
 * was not vetted.
 * @throws DocumentFetchError `NOT_RESOLVED`, `ADDRESS_REFUSED`
 */
export async function vettedAddresses(
  target: Target,
  resolve: Resolver,
  development: boolean,
): Promise<readonly Address[]> {
  const found = isLiteral(target) ? [target.hostname] : await resolved(target.hostname, resolve);
  if (found.length === 0) throw new DocumentFetchError("NOT_RESOLVED", { detail: target.hostname });
  // One forbidden address rejects the host, since its owner chooses which address is connected to.
  for (const address of found) vet(address, development);
  return found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
}

async function resolved(hostname: string, resolve: Resolver): Promise<readonly string[]> {
  try {
    return await resolve(hostname);
  } catch (cause) {
    throw new DocumentFetchError("NOT_RESOLVED", { detail: hostname, cause });
  }
}

/** @throws DocumentFetchError `ADDRESS_REFUSED` */
export function vet(address: string | undefined, development: boolean): void {
  if (address !== undefined) {
    if (isPublicAddress(address) || (development && isLoopback(address))) return;
  }
  throw new DocumentFetchError("ADDRESS_REFUSED", { detail: String(address) });
}
