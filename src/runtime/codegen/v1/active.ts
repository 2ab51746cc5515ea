/** Rules that depend on the capabilities that are active for one platform. */

/** Names of capabilities. */
export type ActiveCapabilities = ReadonlySet<string>;

/** A value and lists of capabilities, of each of which one must be active. */
type OwnedValue = readonly [value: unknown, ...owners: (readonly string[])[]];

/**
 * The values of an enum that capabilities extend.
 * @param always the values that require no capability
 */
export function activeValues(
  active: ActiveCapabilities,
  always: readonly unknown[],
  owned: readonly OwnedValue[],
): readonly unknown[] {
  const added = owned.filter(([, ...owners]) =>
    owners.every((capabilities) => capabilities.some((each) => active.has(each))),
  );
  return [...always, ...added.map(([value]) => value)];
}
