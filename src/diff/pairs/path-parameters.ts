/** Path parameters are paired by position: a request carries their values, not their names. */

const PARAMETER = /\{([^{}]*)\}/g;

/** True where two routes are the same but for the names of their parameters. */
export function areSameRoute(before: string, after: string): boolean {
  return before.replace(PARAMETER, "{}") === after.replace(PARAMETER, "{}");
}

/** By the old name the new one, for those whose name is another; none for routes that differ in more. */
export function renamedParameters(
  before: string | undefined,
  after: string | undefined,
): ReadonlyMap<string, string> {
  if (before === undefined || after === undefined || !areSameRoute(before, after)) return new Map();
  const names = (route: string): string[] =>
    [...route.matchAll(PARAMETER)].map(([, name = ""]) => name);
  const to = names(after);
  const pairs = names(before).map((name, index) => [name, to[index] ?? name] as const);
  return new Map(pairs.filter(([from, now]) => from !== now));
}
