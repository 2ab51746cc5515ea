/** Who signs checkouts for a business (§1.8): a port. In: a checkout. Out: the signature over it. */

export interface MerchantAuthorizer {
  /**
   * @param checkoutBody as it is sent: values of JSON alone, with the envelope, and without `ap2`
   * @throws where it cannot be signed; then the checkout is not sent
   */
  sign(checkoutBody: object): Promise<string>;
}
