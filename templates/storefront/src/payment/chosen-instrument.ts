/** What pays (§2.5). In: the payment of a checkout, or of a request. Out: the one instrument of it that is meant. */

export interface Instrument {
  readonly id: string;
  readonly handler_id: string;
  readonly type: string;
  readonly selected?: boolean | undefined;
}

export interface PaymentOf<Each extends Instrument> {
  readonly instruments?: readonly Each[] | undefined;
  /** The earlier form of `selected`. */
  readonly selected_instrument_id?: string | undefined;
}

/** The one that is selected, or the only one. Of several that nobody chose from, none is charged. */
export function chosenInstrument<Each extends Instrument>(
  payment: PaymentOf<Each> | undefined,
): Each | undefined {
  const { instruments = [], selected_instrument_id: selectedId } = payment ?? {};
  const open = instruments.filter(({ selected }) => selected !== false);
  return (
    open.find(({ selected }) => selected === true) ??
    (selectedId === undefined ? undefined : open.find(({ id }) => id === selectedId)) ??
    (instruments.length === 1 ? open[0] : undefined)
  );
}
