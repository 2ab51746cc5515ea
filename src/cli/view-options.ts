/** The options of commands that look at a schema as one direction and operation see it: `resolve` and `validate`. */

import { Option } from "commander";
import type { ViewChoice } from "../resolve/view-choice.js";
import type { InputFlags, OptionGroup } from "./shared-options.js";

/** These commands can do without a profile. */
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
      new Option("--op <name>", "the operation that sees it: create, update, complete"),
      new Option("--request", "the view of what is sent").conflicts("response"),
      new Option("--response", "the view of what is answered; the default without --op"),
    ],
  };
}

export function viewChoice({ op, request, response }: ViewFlags): ViewChoice {
  return {
    ...(op === undefined ? {} : { op }),
    ...(request === true
      ? { direction: "request" }
      : response === true
        ? { direction: "response" }
        : {}),
  };
}
