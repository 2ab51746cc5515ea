/**
 * The business that the scenarios drive. In: what its platform can do. Out: its addresses, its
 * clock and its back office. The scenarios know no more of it than this. Only its types stand here
 * until test/support/purchase-business.ts is there to be exported from.
 */

interface PurchaseOptions {
  readonly extensions?: readonly string[];
  readonly supportsMultiGroup?: boolean;
  readonly webhookUrl?: string;
  readonly trustedUi?: boolean;
  readonly sessionMs?: number;
}

interface OrderedLine {
  readonly id: string;
  readonly quantity: number;
}

export interface Purchase {
  readonly url: string;
  readonly rest: string;
  readonly mcp: string;
  readonly platform: string;
  readonly otherPlatform: string;
  advance(ms: number): void;
  buyerFinishes(checkoutId: string): Promise<void>;
  ship(orderId: string, lines: readonly OrderedLine[]): Promise<void>;
  deliver(orderId: string, lines: readonly OrderedLine[]): Promise<void>;
  refund(orderId: string, amount: number): Promise<void>;
  deliverWebhooks(): Promise<void>;
  charges(checkoutId: string): number;
  close(): Promise<void>;
}

export declare function openPurchase(options?: PurchaseOptions): Promise<Purchase>;
