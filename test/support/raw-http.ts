/** HTTP/1.1 by hand: what no client would send, and what was answered to it. */

import net from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A request with these lines between the request line and the body. */
export function message(
  line: string,
  headers: Readonly<Record<string, string>> = {},
  body = "",
): string {
  const all = { Host: "localhost", ...headers };
  const fields = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line}\r\n${fields.join("")}\r\n${body}`;
}

export interface RawConnection {
  readonly socket: net.Socket;
  /** What was received until `until` matches it, or the connection ended. */
  received(until?: RegExp): Promise<string>;
}

export function open(port: number): RawConnection {
  const socket = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let text = "";
  let over = false;
  let wake = (): void => undefined;
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    wake();
  });
  const end = (): void => {
    over = true;
    wake();
  };
  socket.on("end", end).on("close", end).on("error", end);
  return {
    socket,
    async received(until) {
      while (!over && !(until?.test(text) ?? false))
        await new Promise<void>((resolve) => (wake = resolve));
      return text;
    },
  };
}

/** Sends, and gives all that comes until the server ends the connection. */
export async function exchange(port: number, text: string | Buffer): Promise<string> {
  const { socket, received } = open(port);
  socket.write(text);
  try {
    return await received();
  } finally {
    socket.destroy();
  }
}

/** Each answer of a text of several; bodies by their Content-Length. */
export function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== "";) {
    const end = rest.indexOf("\r\n\r\n");
    const [line = "", ...fields] = rest.slice(0, end).split("\r\n");
    const headers = new Map(
      fields.map((field) => {
        const colon = field.indexOf(":");
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const;
      }),
    );
    const from = end + 4;
    const to = from + Number(headers.get("content-length") ?? 0);
    const status = Number(line.split(" ")[1]);
    // An interim response (RFC 9110 §15.2) has neither a body nor a length.
    answers.push({ status, headers, body: rest.slice(from, to) });
    rest = rest.slice(to);
  }
  return answers;
}
