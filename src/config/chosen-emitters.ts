import type { Emitter } from "../emit/emitter.js";
import type { TargetConfig } from "./config.js";

/** The emitters of a configuration as a run takes them. */
export function chosenEmitters({ emitters: chosen = [] }: Pick<TargetConfig, "emitters">): {
  readonly only: readonly string[] | undefined;
  readonly emitters: readonly Emitter[] | undefined;
} {
  const emitters = chosen.filter((each) => typeof each !== "string");
  const names = chosen.map((each) => (typeof each === "string" ? each : each.name));
  const only = names.length > emitters.length ? names : undefined;
  return { only, emitters: emitters.length === 0 ? undefined : emitters };
}
