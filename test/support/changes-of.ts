/** Every way in which a JSON value can differ in one place: a value, a name, an item, a member. */

export function* changesOf(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) yield* changesOfItems(value);
  else if (typeof value === "object" && value !== null) yield* changesOfMembers(value);
  else if (typeof value === "number") yield* [value + 1, String(value)];
  else if (typeof value === "string") yield* [`${value} `, null];
  else yield value === null ? 0 : null;
}

function* changesOfItems(items: readonly unknown[]): Generator<unknown> {
  yield [...items, null];
  for (const [at, item] of items.entries()) {
    yield items.toSpliced(at, 1);
    for (const changed of changesOf(item)) yield items.with(at, changed);
  }
}

function* changesOfMembers(object: object): Generator<unknown> {
  yield { ...object, more: 1 };
  for (const [name, member] of Object.entries(object) as [string, unknown][]) {
    const rest = Object.fromEntries(Object.entries(object).filter(([each]) => each !== name));
    yield* [rest, { ...rest, [`${name}_`]: member }];
    for (const changed of changesOf(member)) yield { ...object, [name]: changed };
  }
}
