/** The position of a schema: the URI of its document, and a JSON Pointer. Lines of a file are a `SourceLocation`. */
export interface SchemaAddress {
  readonly document: string;
  readonly pointer: string;
}

/** An address as a key of maps. */
export function addressKey({ document, pointer }: SchemaAddress): string {
  return `${document}#${pointer}`;
}
