/** Determines which addresses belong to the public internet, according to the IANA registries (RFC 6890). */

import { BlockList, isIPv4, isIPv6 } from "node:net";

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
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !SPECIAL_IPV4.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  return GLOBAL_IPV6.check(address, "ipv6") && !SPECIAL_IPV6.check(address, "ipv6");
}

export function isLoopback(address: string): boolean {
  return address === "::1" || (isIPv4(address) && LOOPBACK.check(address, "ipv4"));
}
