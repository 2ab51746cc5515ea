/**
 * A type without some of its members. Unlike `Omit`, it keeps the other members of a type that has an index signature, as payloads have
 * whose schema says `"additionalProperties": true`.
 */
export type WithoutMembers<Type, Name extends PropertyKey> = {
  [Member in keyof Type as Member extends Name ? never : Member]: Type[Member];
};

/** The names that a type declares, without an index signature. */
export type NamedMember<Type> = keyof {
  [
    Member in keyof Type as string extends Member ? never : number extends Member ? never : Member
  ]: Type[Member];
};
