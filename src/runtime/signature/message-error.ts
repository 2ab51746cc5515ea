/** A message that cannot be signed, or of which what is said to be signed cannot be derived. */
export class MessageError extends TypeError {
  override readonly name: string = "MessageError";
}
