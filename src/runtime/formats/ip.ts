/** The formats `ipv4` (RFC 2673 §3.2) and `ipv6` (RFC 4291 §2.2), in linear time. */

// No leading zeros, since some parsers would read the number as octal.
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const GROUP = /^[\da-f]{1,4}$/i;

export function isIpv4(value: string): boolean {
  return IPV4.test(value);
}

export function isIpv6(value: string): boolean {
  // The last two groups may be written as an IPv4 address.
  const plain = value.replace(/:([\d.]+)$/, (whole, last: string) =>
    isIpv4(last) ? ":0:0" : whole,
  );
  const sides = plain.split("::");
  const groups = sides.flatMap((side) => (side === "" ? [] : side.split(":")));
  // RFC 4291 §2.2: "::" stands for one or more groups of zeros and may occur once.
  const counts = sides.length === 2 ? groups.length < 8 : sides.length === 1 && groups.length === 8;
  return counts && groups.every((group) => GROUP.test(group));
}
