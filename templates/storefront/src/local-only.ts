/**
 * A shop in development is for this machine alone. In: who answers. Out: the same, for requests that name this
 * machine: a page of another site can have a name of its own lead here (DNS rebinding), and read the answers.
 */

import { ProtocolError } from "@proto-gen/runtime/error";
import { errorAnswer } from "@proto-gen/runtime/rest";
import type { Answering } from "./listeners.js";
import { namesThisMachine } from "./this-machine.js";

export function localOnly(server: Answering): Answering {
  return {
    async answer(request, connection) {
      if (namesThisMachine(request)) return server.answer(request, connection);
      const content = "This shop is in development: it is called as localhost or 127.0.0.1.";
      return errorAnswer(new ProtocolError("forbidden", { content }));
    },
  };
}
