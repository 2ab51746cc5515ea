/** The operations of other releases that the shop has no handlers for, since its own release does not have them. */

import { BusinessOutcome, errorMessage, ProtocolError } from "@proto-gen/runtime/error";
import type { CallContext } from "@proto-gen/runtime/server";
import type { Handlers } from "../storefront/src/generated/server.js";
import type { Shop } from "../storefront/src/shop.js";

/** @param shop undefined until it is open */
export function withAddedOperations(
  shop: () => Pick<Shop, "orders" | "catalog"> | undefined,
): (handlers: Handlers) => Handlers {
  return (handlers) =>
    Object.assign({}, handlers, {
      async getOrder(request: Named, call: CallContext) {
        const found = await shop()?.orders.handlers.getOrder(request, call);
        if (found === undefined) throw new ProtocolError("temporarily_unavailable");
        return found;
      },
      async getProduct(request: ProductRequest, call: CallContext) {
        const catalog = shop()?.catalog;
        return (
          (catalog && (await productFor(request, call, { handlers, catalog }))) ?? NO_SUCH_PRODUCT
        );
      },
    });
}

interface Named {
  readonly id: string;
}
interface ProductRequest extends Named {
  readonly context?: object | undefined;
  readonly selected?: readonly Option[] | undefined;
}
interface Option {
  readonly name?: string | undefined;
  readonly label?: string | undefined;
}
interface Products extends Pick<Shop, "catalog"> {
  readonly handlers: Pick<Handlers, "lookupCatalog">;
}

const NO_SUCH_PRODUCT = new BusinessOutcome([
  errorMessage({
    code: "not_found",
    content: "There is no such product.",
    severity: "unrecoverable",
  }),
]);

/** As a search shows it, with all its variants: first the one that was asked for, or the first with the selected options. */
async function productFor(
  { id, context, selected = [] }: ProductRequest,
  call: CallContext,
  { handlers, catalog }: Products,
): Promise<object | undefined> {
  const lookUp = async (ids: readonly string[]) => {
    const request = { ids: [...ids], ...(context === undefined ? {} : { context }) };
    const answer = await handlers.lookupCatalog(request as never, call);
    return answer instanceof BusinessOutcome ? undefined : answer.products[0];
  };
  const found = await lookUp([id]);
  const whole = catalog.products().find((each) => each.id === found?.id);
  const all = (whole?.variants ?? []).filter((each) => hasOptions(each, selected));
  const first = selected.length === 0 ? found?.variants : all;
  const ids = [...(first ?? []), ...(whole?.variants ?? [])].flatMap((each) => each.id ?? []);
  const product = ids.length === 0 ? undefined : await lookUp([...new Set(ids)]);
  if (product === undefined) return undefined;
  const variants = (product.variants ?? []).map(({ inputs: _, ...variant }) => variant);
  // The options of the variant that comes first are the ones that the answer is about.
  return {
    product: { ...product, selected: variants[0]?.selected_options ?? [], variants },
  };
}

function hasOptions(
  { selected_options: options = [] }: { readonly selected_options?: readonly Option[] | undefined },
  selected: readonly Option[],
): boolean {
  return selected.every(({ name, label }) =>
    options.some((each) => each.name === name && each.label === label),
  );
}
