/**
 * Every `unknown` in the types of real releases, and the schema that causes it: by release, the path
 * of a type (`[]` into an array, `{}` into a map's values) and the place where nothing is constrained.
 */
export const UNKNOWNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
