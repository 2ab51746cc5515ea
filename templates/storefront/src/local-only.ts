/**
 * A shop in development is for this machine alone: a page of another site can have a name of its own lead here (DNS rebinding), and
 * read the answers. In: pages. Out: the same, and a refusal for every request that does not name this machine, whatever it asks for.
 */

import { ProtocolError } from "@proto-gen/runtime/error";
import type { FindPage } from "@proto-gen/runtime/server";
import { namesThisMachine } from "./this-machine.js";

const CONTENT = "This shop is in development: it is called as localhost or 127.0.0.1.";

export function localOnly(pages: FindPage): FindPage {
  return (request, connection) => {
    if (namesThisMachine(request)) return pages(request, connection);
    const answer = (): never => {
      throw new ProtocolError("forbidden", { content: CONTENT });
    };
    return { page: "other-host", answer };
  };
}
