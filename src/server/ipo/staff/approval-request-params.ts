import type { AllotmentMethod } from '#contract/ipo/names.ts';

/**
 * A price at which clients may sell, the last one at the time of the request, and for a listing the start of trading.
 */
export interface QuoteParams {
  price_minor: string;
  last_minor: string;
  listed_at?: string;
}

/** The price of a direct offering; the database adds all terms. */
export interface PublishParams {
  price_minor?: string;
  terms?: object;
}

/** The content of a request: terms, a price in minor units, or a method with the allotment itself where it is made by hand. */
export type ApprovalRequestParams =
  | PublishParams
  | { price_minor: string }
  | QuoteParams
  | { method: AllotmentMethod; manual_csv?: string };
