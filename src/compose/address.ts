/** A schema's place in the sources. In: a document and a pointer. Out: a key. */

export interface Address {
  readonly document: string;
  readonly pointer: string;
}

export function addressKey({ document, pointer }: Address): string {
  return `${document}#${pointer}`;
}
