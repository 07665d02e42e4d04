import { randomBytes } from 'node:crypto';

// Objects as BTCPay writes them, as far as they are documented for these calls, with our values. Amounts are decimal text.

export interface Invoice {
  id: string;
  storeId: string;
  amount: string;
  paidAmount: string;
  currency: string;
  type: 'Standard';
  checkoutLink: string;
  createdTime: number;
  expirationTime: number;
  monitoringExpiration: number;
  status: 'New' | 'Processing' | 'Settled' | 'Expired' | 'Invalid';
  additionalStatus: 'None' | 'PaidPartial' | 'PaidLate' | 'PaidOver' | 'Marked' | 'Invalid';
  availableStatusesForManualMarking: ('Settled' | 'Invalid')[];
  archived: boolean;
  metadata: Record<string, unknown>;
  checkout: { redirectURL: string | null; defaultLanguage: string | null };
}

/** A budget of which payouts are claimed. */
export interface PullPayment {
  id: string;
  name: string;
  currency: string;
  amount: string;
  autoApproveClaims: boolean;
  archived: boolean;
  viewLink: string;
}

export interface Payout {
  id: string;
  revision: number;
  pullPaymentId: string;
  date: number;
  destination: string;
  originalCurrency: string;
  originalAmount: string;
  payoutCurrency: 'BTC';
  payoutAmount: string | null;
  payoutMethodId: 'BTC-CHAIN';
  state: 'AwaitingApproval' | 'AwaitingPayment' | 'InProgress' | 'Completed' | 'Cancelled';
  paymentProof: { proofType: string; id?: string; link?: string } | null;
  metadata: Record<string, unknown>;
}

/** What a webhook says, before it is signed. */
export interface Delivery {
  deliveryId: string;
  webhookId: string;
  originalDeliveryId: string;
  isRedelivery: boolean;
  type: string;
  timestamp: number;
  storeId: string;
  invoiceId?: string;
  metadata?: Record<string, unknown>;
  payoutId?: string;
  pullPaymentId?: string;
  payoutState?: Payout['state'];
  manuallyMarked?: boolean;
  overPaid?: boolean;
  partiallyPaid?: boolean;
}

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Twenty-two characters, such as `Kp6N2sD8cQhR4tXv9ZbLmF`. */
export const newId = (): string => [...randomBytes(22)].map((byte) => letters.charAt(byte % letters.length)).join('');

const places = 10;

/** A part of a decimal text, exactly: so many hundred-millionths of it. */
export function partOf(amount: string, hundredMillionths: bigint): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const units = (BigInt(whole + fraction.padEnd(places, '0').slice(0, places)) * hundredMillionths) / 100_000_000n;
  const digits = units.toString().padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '');
}

export const isNothing = (amount: string): boolean => /^0(\.0*)?$/.test(amount);
