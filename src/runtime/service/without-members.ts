/**
 * A type without some of its members. Unlike `Omit`, it preserves named members next to an index signature, as in
 * payloads whose schema has `"additionalProperties": true`.
 */
export type WithoutMembers<Type, Name extends PropertyKey> = {
  [Member in keyof Type as Member extends Name ? never : Member]: Type[Member];
};

/** The declared member names of a type, without its index signature. */
export type NamedMember<Type> = keyof {
  [
    Member in keyof Type as string extends Member ? never : number extends Member ? never : Member
  ]: Type[Member];
};
