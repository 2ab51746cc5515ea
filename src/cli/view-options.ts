/** The options that choose a view of a schema, for `resolve` and `validate`. */

import { Option } from "commander";
import { offer } from "./completion/offers.js";
import type { ViewChoice } from "../resolve/view-choice.js";
import type { InputFlags, OptionGroup } from "./shared-options.js";

/** The profile is optional for these commands. */
export interface ViewFlags extends Omit<InputFlags, "profile"> {
  readonly profile?: string;
  readonly op?: string;
  readonly request?: boolean;
  readonly response?: boolean;
}

export function viewOptions(): OptionGroup {
  return {
    heading: "View:",
    options: [
      offer(new Option("--op <name>", "Operation whose view to use: create, update, complete"), [
        "create",
        "update",
        "complete",
      ]),
      new Option("--request", "Use the view of requests").conflicts("response"),
      new Option("--response", "Use the view of responses (the default without --op)"),
    ],
  };
}

export function viewChoice({ op, request, response }: ViewFlags): ViewChoice {
  return {
    op,
    direction: request === true ? "request" : response === true ? "response" : undefined,
  };
}
