/** The interface through which a business's checkouts are signed (§1.8). */

export interface MerchantAuthorizer {
  /**
   * Returns the signature over a checkout.
   * @param checkoutBody as it is sent: JSON values only, with the envelope and without `ap2`
   * @throws if it cannot be signed; the checkout is then not sent
   */
  sign(checkoutBody: object): Promise<string>;
}
