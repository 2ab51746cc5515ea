/** `proto-gen completion`. */

import { Argument } from "commander";
import { failure } from "../../../errors.js";
import type { CommandDefinition } from "../../define-command.js";
import type { MessageFlags } from "../../shared-options.js";

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

export type Shell = (typeof SHELLS)[number];

export interface CompletionFlags extends MessageFlags {
  readonly shell: Shell;
}

const FOOTER = `
The shell then completes commands, options and their values: files, releases,
capabilities of the profile, and targets of the configuration. It calls proto-gen for
that, which has to be in its PATH.

Examples:
  In bash, in ~/.bashrc:
    $ source <(proto-gen completion bash)
  In zsh, in ~/.zshrc, behind the line with compinit:
    $ source <(proto-gen completion zsh)
  In fish, once:
    $ proto-gen completion fish > ~/.config/fish/completions/proto-gen.fish
  In PowerShell, in the file that $PROFILE names:
    $ proto-gen completion powershell | Out-String | Invoke-Expression
  Where proto-gen is a dependency of a project, before that, in bash and zsh:
    $ proto-gen() { npx proto-gen "$@"; }

Exit codes: see proto-gen --help.
`;

export const completionCommand: CommandDefinition<CompletionFlags> = {
  name: "completion",
  description: "Print what a shell needs to complete command lines",
  usage: "SHELL [options]",
  arguments: [new Argument("<shell>", "Shell that reads it").choices(SHELLS)],
  options: [],
  messages: { json: "Print the script, or the errors, as JSON on stdout" },
  footer: FOOTER,
  parse(flags, [name]) {
    const shell = SHELLS.find((each) => each === name);
    if (shell === undefined) throw failure("USAGE", `${String(name)} is not a shell`);
    return { ...flags, shell };
  },
};
