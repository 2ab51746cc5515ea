/** An operation's name where people write code: the handler of a server, the method of a client. */

/** `create_checkout` is `createCheckout`. */
export type MethodName<Id> = Id extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<MethodName<Tail> & string>}`
  : Id;

/** As `MethodName`, at run time. */
export function methodName(id: string): string {
  return id.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
