/** Converts an operation's name to the name of its handler and client method. */

/** `create_checkout` becomes `createCheckout`. */
export type MethodName<Id> = Id extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<MethodName<Tail> & string>}`
  : Id;

/** `MethodName` at run time. */
export function methodName(id: string): string {
  return id.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
