/** The page of a checkout (§3.3): what it costs, what is missing, and the button that orders. */

import { Declined } from "@proto-gen/runtime/commerce";
import { createPages, html, type FormFields, type Html } from "@proto-gen/runtime/business";
import { matchLanguage } from "@proto-gen/runtime/server";
import type { Business } from "./business.js";
import type { Request, Session } from "./checkout.js";

type Checkout = NonNullable<Session["before"]>;
interface Shown {
  readonly content: string;
}

/** What the pages say, by language: add yours. */
const TEXTS = {
  en: {
    titles: {
      incomplete: "Your agent is still at it",
      ready_for_complete: "Your agent is still at it",
      requires_escalation: "Complete your order",
      complete_in_progress: "Your order is being placed",
      completed: "Thank you for your order",
      canceled: "This checkout is canceled",
    },
    changed: "Please check the new total, and order.",
    orderFor: (total: string) => `Order for ${total}`,
    yourOrderIs: (id: string) => `Your order is ${id}.`,
    totals: new Map([
      ["subtotal", "Subtotal"],
      ["discount", "Discount"],
      ["items_discount", "Discount"],
      ["fulfillment", "Delivery"],
      ["total", "Total"],
    ]),
    email: "Email",
    //: if fulfillment
    ...{ street: "Street and number", city: "City", region: "State or region" },
    ...{ postal: "Postal code", country: "Country, as two letters", delivery: "Delivery" },
    //: end
    //: if order
    yourOrder: "Your order",
    //: end
  },
};
type Language = keyof typeof TEXTS;

export function pagesOf(business: Business) {
  const { checkouts, buyer } = business;

  /** That of the checkout, else the first that the browser and TEXTS have. */
  async function languageOf(id: string, accepted: readonly string[]): Promise<Language> {
    const own = (await checkouts.languageOf(id)) ?? "";
    return matchLanguage([own, ...accepted], Object.keys(TEXTS) as Language[]) ?? "en";
  }

  return createPages({
    "/checkout-sessions/{id}": {
      name: "checkout",
      async show(id, languages) {
        return checkoutPage(await checkouts.get(id), await languageOf(id, languages));
      },
      async submit(id, fields, languages) {
        const language = await languageOf(id, languages);
        const show = async (problems: readonly Shown[]) =>
          checkoutPage(await checkouts.get(id), language, problems);
        const amended = await buyer.amend(id, (request) => withFields(request, fields));
        if (amended instanceof Declined) return show(amended.messages);
        const open = (amended.messages ?? []).filter(isOpen);
        if (open.length > 0) return show(open);
        const total = totalOf(amended);
        if (String(total) !== fields["total"]) return show([{ content: TEXTS[language].changed }]);
        // The form of your payment provider puts its token here.
        const finished = await buyer.finish(id, { payment: { token: "tok_page" }, total });
        return finished instanceof Declined ? show(finished.messages) : undefined;
      },
    },
    //: if order
    "/orders/{id}": {
      name: "order",
      async show(id, languages) {
        const order = await business.orders.get(id);
        if (order === undefined) return undefined;
        const language = await languageOf(order.checkout_id, languages).catch(() => "en" as const);
        const lines = order.line_items.map(
          ({ item, quantity, status }) =>
            html`<tr>
              <td>${item.title}</td>
              <td>${quantity.total}</td>
              <td>${status}</td>
            </tr>`,
        );
        return layout(
          TEXTS[language].yourOrder,
          language,
          html`<table>
            ${lines}
          </table>`,
        );
      },
    },
    //: end
  });
}

/** What the buyer does by ordering is not open any more: a review. */
function isOpen(message: {
  readonly type: string;
  readonly severity?: string;
  readonly path?: string;
}) {
  const { type, severity, path } = message;
  return (
    type === "error" &&
    severity !== "requires_buyer_review" &&
    (severity !== "requires_buyer_input" || path !== undefined)
  );
}

function totalOf({ totals }: Pick<Checkout, "totals">): number {
  return totals.find(({ type }) => type === "total")?.amount ?? 0;
}

function withFields(request: Request, fields: FormFields): Request {
  const { email = "" } = fields;
  const changed = email === "" ? request : { ...request, buyer: { ...request.buyer, email } };
  //: if fulfillment
  const { street = "", city = "", region = "", postal = "", country = "", option = "" } = fields;
  const destination = {
    street_address: street,
    address_locality: city,
    address_region: region,
    postal_code: postal,
    address_country: country.toUpperCase(),
  };
  const [method] = changed.fulfillment?.methods ?? [];
  const chosen = {
    ...method,
    type: "shipping",
    ...(street === "" ? {} : { destinations: [destination], selected_destination_id: undefined }),
    ...(option === "" ? {} : { groups: [groupOf(option)] }),
  };
  return { ...changed, fulfillment: { methods: [chosen] } } as Request;
  //: else
  return changed;
  //: end
}
//: if fulfillment

/** The value of the field for delivery has both ids. */
function groupOf(option: string) {
  const [id, selected_option_id] = JSON.parse(option) as [string, string];
  return { id, selected_option_id };
}
//: end

function checkoutPage(
  checkout: Checkout,
  language: Language,
  problems: readonly Shown[] = [],
): Html {
  const texts = TEXTS[language];
  const { line_items, currency, totals, status, order, messages = [] } = checkout;
  const lines = line_items.map(
    ({ item, quantity }) =>
      html`<tr>
        <td>${item.title}</td>
        <td>${quantity} × ${money(item.price, currency, language)}</td>
      </tr>`,
  );
  const sums = totals.map(
    ({ type, display_text, amount }) =>
      html`<tr>
        <td>${display_text ?? texts.totals.get(type) ?? type}</td>
        <td>${money(amount, currency, language)}</td>
      </tr>`,
  );
  const said = problems.length > 0 ? problems : messages;
  const notes = status === "completed" ? [] : said.map(({ content }) => html`<li>${content}</li>`);
  return layout(
    texts.titles[status],
    language,
    html`<ul>
        ${notes}
      </ul>
      <table>
        ${lines}${sums}
      </table>
      ${status === "requires_escalation" && formOf(checkout, language)}
      ${order !== undefined && html`<p>${texts.yourOrderIs(order.id)}</p>`}`,
  );
}

function formOf(checkout: Checkout, language: Language): Html {
  const texts = TEXTS[language];
  const total = totalOf(checkout);
  const { buyer, currency } = checkout;
  const fields = [
    field("email", texts.email, buyer?.email),
    //: if fulfillment
    deliveryFields(checkout, language),
    //: end
  ];
  return html`<form method="post">
    <input type="hidden" name="total" value="${total}" />
    ${fields}
    <button>${texts.orderFor(money(total, currency, language))}</button>
  </form>`;
}
//: if fulfillment

function deliveryFields({ fulfillment, currency }: Checkout, language: Language): Html {
  const texts = TEXTS[language];
  const [method] = fulfillment?.methods ?? [];
  const [home] = method?.destinations ?? [];
  const options = (method?.groups ?? []).flatMap(({ id, options = [], selected_option_id }) =>
    options.map(
      (each) =>
        html`<option
          value="${JSON.stringify([id, each.id])}"
          ${each.id === selected_option_id && "selected"}
        >
          ${each.title} (${money(totalOf(each), currency, language)})
        </option>`,
    ),
  );
  const address = new Map<string, unknown>(Object.entries(home ?? {}));
  const value = (name: string): string => String(address.get(name) ?? "");
  return html`
    ${field("street", texts.street, value("street_address"))}
    ${field("city", texts.city, value("address_locality"))}
    ${field("region", texts.region, value("address_region"))}
    ${field("postal", texts.postal, value("postal_code"))}
    ${field("country", texts.country, value("address_country"))}
    ${
      options.length > 0 &&
      html`<label
        >${texts.delivery}
        <select name="option">
          ${options}
        </select></label
      >`
    }
  `;
}
//: end

function field(name: string, label: string, value = ""): Html {
  return html`<label>${label} <input name="${name}" value="${value}" /></label>`;
}

function money(amount: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(language, { style: "currency", currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}

function layout(title: string, language: Language, main: Html): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          :root {
            color-scheme: light dark;
            font:
              1rem/1.5 system-ui,
              sans-serif;
          }
          body {
            max-width: 36rem;
            margin: 2rem auto;
            padding: 0 1rem;
          }
          table {
            width: 100%;
            border-spacing: 0;
          }
          td {
            padding: 0.4rem 0;
            border-bottom: 1px solid #8884;
          }
          td + td {
            text-align: right;
          }
          label {
            display: block;
            margin: 1rem 0;
          }
          input,
          select,
          button {
            display: block;
            width: 100%;
            padding: 0.6rem;
            font: inherit;
            box-sizing: border-box;
          }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${main}
      </body>
    </html>`;
}
