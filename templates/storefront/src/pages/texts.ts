/** What the buyers' pages say, by language. Texts of the shop itself, such as titles and messages, are its own. */

export interface Texts {
  readonly yourCheckout: string;
  readonly stillAtIt: string;
  readonly nothingToDo: string;
  readonly missing: string;
  readonly takeOver: string;
  readonly finishHere: string;
  readonly finishCheckout: string;
  readonly placeOrder: string;
  placeOrderFor(price: string): string;
  readonly goOn: string;
  readonly isBeingPlaced: string;
  readonly takesAMoment: string;
  readonly lookAgain: string;
  readonly isPlaced: string;
  readonly thanks: string;
  readonly yourOrderIs: string;
  readonly expired: string;
  readonly canceled: string;
  readonly nothingBought: string;
  readonly noSuchCheckout: string;
  readonly startAnother: string;
  readonly invalidForm: string;
  readonly whyInvalid: string;
  readonly backToCheckout: string;
  readonly cannotBuy: string;
  readonly yourCart: string;
  readonly estimates: string;
  readonly checkOut: string;
  readonly nothingHere: string;
  readonly mayBeOver: string;
  readonly whatYouBuy: string;
  readonly you: string;
  readonly whereItGoes: string;
  readonly notChosen: string;
  readonly terms: string;
  readonly toBeChosen: string;
  readonly totalSoFar: string;
  readonly delivery: string;
  readonly whereTo: string;
  readonly howAndWhen: string;
  parcel(number: number): string;
  readonly optional: string;
  readonly choose: string;
  readonly notPlacedYet: string;
  readonly pleaseNote: string;
  readonly changed: string;
  readonly review: string;
  readonly failed: string;
  isMissing(label: string): string;
  isTooLong(label: string): string;
  hasOddCharacters(label: string): string;
  readonly noEmail: string;
  readonly noPhone: string;
  readonly noCountry: string;
  readonly noChoice: string;
  readonly yourOrder: string;
  readonly order: string;
  readonly whatYouBought: string;
  readonly nothingSent: string;
  readonly changes: string;
  readonly each: string;
  readonly lineCanceled: string;
  readonly notDelivered: string;
  someDelivered(count: number, total: number): string;
  readonly delivered: string;
  readonly trackingNumber: string;
  /** Of members and values of the protocol. Those without a name here are written as they are: `privacy_policy` is "Privacy policy". */
  readonly names: Readonly<Record<string, string>>;
}

const ENGLISH: Texts = {
  yourCheckout: "Your checkout",
  stillAtIt: "Your agent is still at it.",
  nothingToDo: "There is nothing for you to do here now.",
  missing: "This is missing:",
  takeOver: "You can finish the checkout yourself: your agent then leaves it to you.",
  finishHere: "Finish it here",
  finishCheckout: "Finish your checkout",
  placeOrder: "Place the order",
  placeOrderFor: (price) => `Place the order for ${price}`,
  goOn: "Continue",
  isBeingPlaced: "Your order is being placed",
  takesAMoment: "This takes a moment.",
  lookAgain: "Look again",
  isPlaced: "Your order is placed",
  thanks: "Thank you.",
  yourOrderIs: "Your order is",
  expired: "This checkout has expired",
  canceled: "This checkout is canceled",
  nothingBought: "Nothing was bought. Your agent can start another one.",
  noSuchCheckout: "There is no such checkout",
  startAnother: "It may be over, or the link is not whole. Your agent can start another.",
  invalidForm: "This form is not valid",
  whyInvalid: "It is too old, or it was not sent from this shop's page. Nothing was bought.",
  backToCheckout: "Back to the checkout",
  cannotBuy: "This cannot be bought now",
  yourCart: "Your cart",
  estimates: "These are estimates. Your agent can check it out for you, or you do so here.",
  checkOut: "Check out",
  nothingHere: "There is nothing here",
  mayBeOver: "It may be over, or the link is not whole.",
  whatYouBuy: "What you buy",
  you: "You",
  whereItGoes: "Where it goes",
  notChosen: "not chosen yet",
  terms: "Terms",
  toBeChosen: "to be chosen",
  totalSoFar: "Total so far",
  delivery: "Delivery",
  whereTo: "Where to",
  howAndWhen: "How and when",
  parcel: (number) => `parcel ${number}`,
  optional: "optional",
  choose: "Choose",
  notPlacedYet: "The order is not placed yet",
  pleaseNote: "Please note",
  changed: "The checkout has changed since you have seen it. Please look at it again.",
  review:
    "With what you have given the checkout is another. Please look at it, and place the order.",
  failed: "The order could not be placed. Please try again.",
  isMissing: (label) => `${label} is missing.`,
  isTooLong: (label) => `${label} is too long.`,
  hasOddCharacters: (label) => `${label} has characters that cannot be there.`,
  noEmail: "This is no email address: name@example.com.",
  noPhone: "This is no phone number with its country: +49 30 123456.",
  noCountry: "A country is two letters: DE for Germany.",
  noChoice: "Choose one of these.",
  yourOrder: "Your order",
  order: "Order",
  whatYouBought: "What you bought",
  nothingSent: "Nothing has been sent yet.",
  changes: "Changes",
  each: "each",
  lineCanceled: "canceled",
  notDelivered: "not delivered yet",
  someDelivered: (count, total) => `${count} of ${total} delivered`,
  delivered: "delivered",
  trackingNumber: "tracking number",
  names: {
    // What the protocol calls fulfillment is a delivery to those who wait for it.
    fulfillment: "Delivery",
    email: "Email",
    phone_number: "Phone",
    street_address: "Street and number",
    extended_address: "Floor, apartment",
    address_locality: "City",
    address_region: "Region",
    address_country: "Country",
  },
};

const GERMAN: Texts = {
  yourCheckout: "Ihr Einkauf",
  stillAtIt: "Ihr Agent ist noch dabei.",
  nothingToDo: "Sie müssen hier gerade nichts tun.",
  missing: "Es fehlt noch:",
  takeOver: "Sie können den Einkauf selbst abschließen. Ihr Agent überlässt ihn dann Ihnen.",
  finishHere: "Hier abschließen",
  finishCheckout: "Einkauf abschließen",
  placeOrder: "Zahlungspflichtig bestellen",
  placeOrderFor: (price) => `Zahlungspflichtig bestellen: ${price}`,
  goOn: "Weiter",
  isBeingPlaced: "Ihre Bestellung wird aufgegeben",
  takesAMoment: "Das dauert einen Augenblick.",
  lookAgain: "Erneut nachsehen",
  isPlaced: "Ihre Bestellung ist aufgegeben",
  thanks: "Vielen Dank.",
  yourOrderIs: "Ihre Bestellung:",
  expired: "Dieser Einkauf ist abgelaufen",
  canceled: "Dieser Einkauf ist abgebrochen",
  nothingBought: "Es wurde nichts gekauft. Ihr Agent kann einen neuen Einkauf beginnen.",
  noSuchCheckout: "Diesen Einkauf gibt es nicht",
  startAnother:
    "Er ist vielleicht vorbei, oder der Link ist unvollständig. Ihr Agent kann einen neuen beginnen.",
  invalidForm: "Dieses Formular ist nicht gültig",
  whyInvalid:
    "Es ist zu alt, oder es kam nicht von der Seite dieses Geschäfts. Es wurde nichts gekauft.",
  backToCheckout: "Zurück zum Einkauf",
  cannotBuy: "Das ist zurzeit nicht erhältlich",
  yourCart: "Ihr Warenkorb",
  estimates:
    "Die Preise sind Schätzungen. Ihr Agent kann für Sie zur Kasse gehen, oder Sie tun es hier.",
  checkOut: "Zur Kasse",
  nothingHere: "Hier ist nichts",
  mayBeOver: "Es ist vielleicht vorbei, oder der Link ist unvollständig.",
  whatYouBuy: "Was Sie kaufen",
  you: "Sie",
  whereItGoes: "Wohin es geht",
  notChosen: "noch nicht gewählt",
  terms: "Bedingungen",
  toBeChosen: "noch zu wählen",
  totalSoFar: "Bisherige Summe",
  delivery: "Lieferung",
  whereTo: "Wohin",
  howAndWhen: "Wie und wann",
  parcel: (number) => `Paket ${number}`,
  optional: "freiwillig",
  choose: "Bitte wählen",
  notPlacedYet: "Die Bestellung ist noch nicht aufgegeben",
  pleaseNote: "Bitte beachten Sie",
  changed: "Der Einkauf hat sich inzwischen geändert. Bitte prüfen Sie ihn noch einmal.",
  review:
    "Mit Ihren Angaben hat sich der Einkauf geändert. Bitte prüfen Sie ihn, und bestellen Sie dann.",
  failed: "Die Bestellung konnte nicht aufgegeben werden. Bitte versuchen Sie es noch einmal.",
  isMissing: (label) => `Es fehlt: ${label}.`,
  isTooLong: (label) => `Zu lang: ${label}.`,
  hasOddCharacters: (label) => `Unzulässige Zeichen: ${label}.`,
  noEmail: "Das ist keine E-Mail-Adresse: name@example.com.",
  noPhone: "Das ist keine Telefonnummer mit Landesvorwahl: +49 30 123456.",
  noCountry: "Ein Land hat zwei Buchstaben: DE für Deutschland.",
  noChoice: "Bitte wählen Sie eines davon.",
  yourOrder: "Ihre Bestellung",
  order: "Bestellung",
  whatYouBought: "Was Sie gekauft haben",
  nothingSent: "Es wurde noch nichts verschickt.",
  changes: "Änderungen",
  each: "je Stück",
  lineCanceled: "storniert",
  notDelivered: "noch nicht geliefert",
  someDelivered: (count, total) => `${count} von ${total} geliefert`,
  delivered: "geliefert",
  trackingNumber: "Sendungsnummer",
  names: {
    subtotal: "Zwischensumme",
    discount: "Rabatt",
    items_discount: "Rabatt",
    fulfillment: "Lieferung",
    tax: "Steuer",
    fee: "Gebühr",
    total: "Summe",
    shipping: "Versand",
    pickup: "Abholung",
    digital: "Digital",
    first_name: "Vorname",
    last_name: "Nachname",
    email: "E-Mail",
    phone_number: "Telefon",
    street_address: "Straße und Hausnummer",
    extended_address: "Stockwerk, Wohnung",
    postal_code: "Postleitzahl",
    address_locality: "Ort",
    address_region: "Region",
    address_country: "Land",
    terms_of_service: "Nutzungsbedingungen",
    privacy_policy: "Datenschutz",
    refund_policy: "Rückgabe",
    shipping_policy: "Versand",
    faq: "Häufige Fragen",
    processing: "In Bearbeitung",
    shipped: "Verschickt",
    in_transit: "Unterwegs",
    delivered: "Geliefert",
    failed_attempt: "Zustellung nicht möglich",
    canceled: "Storniert",
    refund: "Erstattung",
    return: "Rückgabe",
    completed: "abgeschlossen",
    pending: "in Bearbeitung",
    failed: "fehlgeschlagen",
  },
};

/** A shop in another language adds its texts here. */
export const TEXTS = { en: ENGLISH, de: GERMAN } as const;
export type Language = keyof typeof TEXTS;
export const LANGUAGES = Object.keys(TEXTS) as readonly Language[];
