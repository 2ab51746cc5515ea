/** A refused mandate as a message on its checkout (§2.3). In: a verdict. Out: what the platform is told. */

import { writtenMessage, type WrittenMessage } from "../envelope/index.js";
import type { MandateCode, Verdict } from "./verdict.js";

/** For the checkout's `messages`; undefined for a mandate that is accepted. */
export function mandateProblem(verdict: Verdict): WrittenMessage<MandateCode> | undefined {
  if (verdict.kind === "accepted") return undefined;
  const { code, content } = verdict;
  return writtenMessage(code, { content, path: "$.ap2.checkout_mandate" });
}
