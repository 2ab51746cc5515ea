/** The options that every command with a profile has, as the pipeline takes them. */

import { failure } from "../errors.js";
import type { InterpretOptions } from "../interpret.js";
import type { RemoteOptions } from "../load/remote.js";
import { parseRoot, type SchemaRoot } from "../load/schema-root.js";
import { readAcceptFile } from "../review/accept-file.js";
import { line } from "../text/line.js";
import type { Host } from "./host.js";
import type { Reporter } from "./reporter.js";
import type { AccessFlags, InputFlags, PaymentFlags, SideFlags } from "./shared-options.js";

export interface InterpretContext {
  readonly host: Pick<Host, "loadFetch">;
  readonly reporter: Pick<Reporter, "stage">;
  /** The roots of `--schemas`, if they are parsed already. */
  readonly schemas?: readonly SchemaRoot[];
}

export async function interpretOptions(
  flags: InputFlags & PaymentFlags,
  { host, reporter, schemas = (flags.schemas ?? []).map(parseRoot) }: InterpretContext,
): Promise<InterpretOptions> {
  const { profile, whose, strict, release, platform, capabilities, payment, fact } = flags;
  const { development = false, overlay, accept } = flags;
  return {
    profile,
    schemas,
    onStage: reporter.stage,
    development,
    remote: flags.fetch === true ? await remoteOptions(flags, { host, reporter }) : undefined,
    release,
    whose,
    strict,
    platform,
    capabilities,
    payment,
    facts: fact,
    overlays: overlay,
    accepted: accept === undefined ? undefined : readAcceptFile(accept),
  };
}

async function remoteOptions(
  { frozen = false }: AccessFlags,
  { host, reporter }: InterpretContext,
): Promise<RemoteOptions> {
  return {
    fetchDocument: await host.loadFetch(),
    frozen,
    onFetch: (url) => reporter.stage(line`fetch ${url}`),
  };
}

/** @throws ProtoGenError USAGE for an option that would change nothing: only a profile is fetched, with what it leads to, and has a publisher */
export function refuseAccess(flags: AccessFlags & SideFlags & Pick<InputFlags, "accept">): void {
  const names = ["fetch", "frozen", "development", "whose", "strict", "accept"] as const;
  const [given] = names.filter((name) => flags[name]);
  if (given === undefined) return;
  throw failure(
    "USAGE",
    `--${given} is for the types of a profile, and this is a schema or a payload`,
    {
      hint: `remove --${given}, and provide what is missing with --schemas DIR=URL-PREFIX`,
    },
  );
}
