/** Access to the own members of an unknown value. */

export type Members = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function own(object: Members, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

type Defined<Given> = {
  readonly [Name in keyof Given]?: Exclude<Given[Name], undefined>;
};

/**
 * Returns the members that are not undefined, to spread into an object that is sent, stored or logged: there, a member
 * with the value undefined may count as one, unlike an absent member.
 */
export function defined<Given extends object>(members: Given): Defined<Given> {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Defined<Given>;
}
