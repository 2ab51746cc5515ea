/** Turns a refused mandate into a message of the checkout (§2.3). */

import { writtenMessage, type WrittenMessage } from "../envelope/index.js";
import type { MandateCode, Verdict } from "./verdict.js";

/** Undefined if the mandate is accepted. */
export function mandateProblem(verdict: Verdict): WrittenMessage<MandateCode> | undefined {
  if (verdict.kind === "accepted") return undefined;
  const { code, content } = verdict;
  return writtenMessage(code, { content, path: "$.ap2.checkout_mandate" });
}
