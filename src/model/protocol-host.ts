/** In: a composition. Out: the host whose documents' modules have no folder of its name (DESIGN §7). */

import type { Composition } from "../compose/compose.js";
import { isOfProtocol } from "@proto-gen/runtime/vocabulary";

/** That of the protocol's own capabilities; where there is none of them, of the first one. */
export function protocolHostOf({ agreement, sources }: Composition): string {
  const { vocabulary } = sources.profile;
  const { capabilities } = agreement;
  const own = capabilities.find(({ name }) => isOfProtocol(vocabulary, name));
  const { schema } = own ?? capabilities[0] ?? {};
  return schema !== undefined && URL.canParse(schema) ? new URL(schema).host : "";
}
