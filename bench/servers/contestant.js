/**
 * What every server of the benchmark has. In: the path of the generated OpenAPI document. Out: its
 * checkout, and a word to whoever started the process.
 */
import { readFileSync } from "node:fs";

/** The generated OpenAPI document. */
export const document = JSON.parse(readFileSync(process.argv[2], "utf8"));

/** The checkout of the document's examples, as it is answered. */
export const checkout = document.components.examples.Checkout.value;

/** Tells the parent the port, and at each message how much processor time was used. */
export function announce(port) {
  process.on("message", () => process.send({ cpu: process.cpuUsage() }));
  process.send({ port });
}
