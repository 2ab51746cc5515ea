/** Groups callers by the network that a single subscriber has, for the rate limiter. */

/** An IPv4 address as written by a dual-stack socket (RFC 4291 §2.5.5.2). */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns an IPv4 address as it is, and an IPv6 address as its /64 network: a subscriber has all addresses in it (RFC
 * 6177).
 */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.split("%", 1).join().toLowerCase().split("::");
  const [first, last] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0");
  const network = [...first, ...zeros, ...last].slice(0, 4);
  return `${network.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}

function groupsOf(text: string): string[] {
  return text === "" ? [] : text.split(":");
}
