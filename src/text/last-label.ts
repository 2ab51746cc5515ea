/** The last label of a dotted name: `checkout` of `dev.proto.shopping.checkout`, by which extensions may name it, too. */
export function lastLabel(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
