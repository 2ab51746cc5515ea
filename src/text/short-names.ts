/** Short names of capabilities for tables: `dev.proto.shopping.checkout` is `checkout` where no other name ends so. */

export function shortNames(names: readonly string[]): (name: string) => string {
  const all = [...new Set(names)];
  const short = new Map(all.map((name) => [name, shortest(name, all)]));
  return (name) => short.get(name) ?? name;
}

function shortest(name: string, all: readonly string[]): string {
  const labels = name.split(".");
  for (let from = labels.length - 1; from > 0; from--) {
    const end = labels.slice(from).join(".");
    if (all.every((other) => other === name || !endsWithLabels(other, end))) return end;
  }
  return name;
}

export function endsWithLabels(name: string, end: string): boolean {
  return name === end || name.endsWith(`.${end}`);
}
