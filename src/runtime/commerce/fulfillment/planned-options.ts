/** Plans the options of a group (§2.6), and keeps the ids of previous options. */

import type { TotalType } from "../totals/totals-of.js";
import type { NewIds } from "./new-ids.js";
import type { PlannedGroup } from "./planned-groups.js";
import { type Problems, choose } from "./problems.js";
import { foldText } from "./check-options.js";

/** An option as the business offers it, in display order. */
export interface OptionOffer {
  /**
   * The business's own id, such as the name of a service. Default: an id that stays the same while the title does.
   */
  readonly id?: string | undefined;
  readonly title: string;
  readonly description?: string;
  readonly carrier?: string;
  /** RFC 3339. */
  readonly earliest_fulfillment_time?: string;
  readonly latest_fulfillment_time?: string;
  readonly totals: readonly OfferTotal[];
}

/** Lists the known types so that literals are not widened; extensions may add others. */
export interface OfferTotal {
  readonly type: TotalType | (string & {});
  readonly amount: number;
  readonly display_text?: string;
}

export type Offered<Offer extends OptionOffer> = Offer & { id: string };

export interface AnsweredGroup<Offer extends OptionOffer> {
  id: string;
  line_item_ids: string[];
  options: Offered<Offer>[];
  selected_option_id: string | null;
}

/** An option keeps its id while its title stays the same, whatever its price. */
export function answeredGroup<Offer extends OptionOffer>(
  { id, lineItemIds, before, asked, path }: PlannedGroup,
  offers: readonly Offer[],
  ids: NewIds,
  problems: Problems,
): AnsweredGroup<Offer> {
  for (const offer of offers) if (offer.id !== undefined) ids.take(offer.id);
  const idOf = idsBefore(before?.options ?? [], offers);
  const options = offers.map((offer) => ({
    ...offer,
    id: offer.id ?? idOf(offer.title) ?? ids.create("option"),
  }));
  const selected = choose(
    {
      asked: asked?.selected_option_id,
      offered: new Set(options.map((each) => each.id)),
      before: new Set(before?.options?.map((each) => each.id)),
      path: `${path}.selected_option_id`,
      unknown: "fulfillment_option_unknown",
      unavailable: "fulfillment_option_unavailable",
    },
    problems,
  );
  return { id, line_item_ids: [...lineItemIds], options, selected_option_id: selected };
}

function idsBefore(
  before: readonly { readonly id: string; readonly title: string }[],
  offers: readonly OptionOffer[],
): (title: string) => string | undefined {
  const own = new Set(offers.map(({ id }) => id));
  const byTitle = new Map<string, string>();
  for (const { id, title } of before) if (!own.has(id)) byTitle.set(foldText(title), id);
  return (title) => {
    const folded = foldText(title);
    const id = byTitle.get(folded);
    byTitle.delete(folded);
    return id;
  };
}
