/** The page of a checkout (§3.3): what it costs, what is missing, and the button that orders. */

import { Declined } from "@proto-gen/runtime/commerce";
import { createPages, html, type FormFields, type Html } from "@proto-gen/runtime/business";
import type { Business } from "./business.js";
import type { Request, Session } from "./checkout.js";

type Checkout = NonNullable<Session["before"]>;
interface Shown {
  readonly content: string;
}

export function pagesOf(business: Business) {
  const { checkouts, buyer } = business;

  async function show(id: string, problems: readonly Shown[] = []): Promise<Html> {
    return checkoutPage(await checkouts.get(id), problems);
  }

  return createPages({
    "/checkout-sessions/{id}": {
      name: "checkout",
      show,
      async submit(id, fields) {
        const amended = await buyer.amend(id, (request) => withFields(request, fields));
        if (amended instanceof Declined) return show(id, amended.messages);
        const open = (amended.messages ?? []).filter(isOpen);
        if (open.length > 0) return show(id, open);
        const total = totalOf(amended);
        if (String(total) !== fields["total"])
          return show(id, [{ content: "Please check the new total, and order." }]);
        // The form of your payment provider puts its token here.
        const finished = await buyer.finish(id, { payment: { token: "tok_page" }, total });
        return finished instanceof Declined ? show(id, finished.messages) : undefined;
      },
    },
    //: if order
    "/orders/{id}": {
      name: "order",
      async show(id) {
        const order = await business.orders.get(id);
        if (order === undefined) return undefined;
        const lines = order.line_items.map(
          ({ item, quantity, status }) =>
            html`<tr>
              <td>${item.title}</td>
              <td>${quantity.total}</td>
              <td>${status}</td>
            </tr>`,
        );
        return layout(
          "Your order",
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

function checkoutPage(checkout: Checkout, problems: readonly Shown[]): Html {
  const { line_items, currency, totals, status, order, messages = [] } = checkout;
  const lines = line_items.map(
    ({ item, quantity }) =>
      html`<tr>
        <td>${item.title}</td>
        <td>${quantity} × ${money(item.price, currency)}</td>
      </tr>`,
  );
  const sums = totals.map(
    ({ type, display_text, amount }) =>
      html`<tr>
        <td>${display_text ?? type}</td>
        <td>${money(amount, currency)}</td>
      </tr>`,
  );
  const said = problems.length > 0 ? problems : messages;
  const notes = status === "completed" ? [] : said.map(({ content }) => html`<li>${content}</li>`);
  return layout(
    TITLES[status],
    html`<ul>
        ${notes}
      </ul>
      <table>
        ${lines}${sums}
      </table>
      ${status === "requires_escalation" && formOf(checkout)}
      ${order !== undefined && html`<p>Your order is ${order.id}.</p>`}`,
  );
}

const TITLES: Readonly<Record<Checkout["status"], string>> = {
  incomplete: "Your agent is still at it",
  ready_for_complete: "Your agent is still at it",
  requires_escalation: "Complete your order",
  complete_in_progress: "Your order is being placed",
  completed: "Thank you for your order",
  canceled: "This checkout is canceled",
};

function formOf(checkout: Checkout): Html {
  const total = totalOf(checkout);
  const { buyer, currency } = checkout;
  const fields = [
    field("email", "Email", buyer?.email),
    //: if fulfillment
    deliveryFields(checkout),
    //: end
  ];
  return html`<form method="post">
    <input type="hidden" name="total" value="${total}" />
    ${fields}
    <button>Order for ${money(total, currency)}</button>
  </form>`;
}
//: if fulfillment

function deliveryFields({ fulfillment, currency }: Checkout): Html {
  const [method] = fulfillment?.methods ?? [];
  const [home] = method?.destinations ?? [];
  const options = (method?.groups ?? []).flatMap(({ id, options = [], selected_option_id }) =>
    options.map(
      (each) =>
        html`<option
          value="${JSON.stringify([id, each.id])}"
          ${each.id === selected_option_id && "selected"}
        >
          ${each.title} (${money(totalOf(each), currency)})
        </option>`,
    ),
  );
  const address = new Map<string, unknown>(Object.entries(home ?? {}));
  const value = (name: string): string => String(address.get(name) ?? "");
  return html`
    ${field("street", "Street and number", value("street_address"))}
    ${field("city", "City", value("address_locality"))}
    ${field("region", "State or region", value("address_region"))}
    ${field("postal", "Postal code", value("postal_code"))}
    ${field("country", "Country, as two letters", value("address_country"))}
    ${
      options.length > 0 &&
      html`<label
        >Delivery
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

function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}

function layout(title: string, main: Html): Html {
  return html`<!doctype html>
    <html lang="en">
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
