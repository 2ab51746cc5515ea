/** The message cannot be signed, or its signature base cannot be computed. */
export class MessageError extends TypeError {
  override readonly name: string = "MessageError";
}
