import { randomBytes } from 'node:crypto';

// Objects as Adyen writes them, as far as they are documented for these calls, with our values.

export interface Amount {
  value: number;
  currency: string;
}

export interface Link {
  id: string;
  amount: Amount;
  description?: string;
  expiresAt: string;
  manualCapture?: boolean;
  merchantAccount: string;
  reference: string;
  returnUrl?: string;
  reusable: boolean;
  shopperEmail?: string;
  shopperLocale?: string;
  status: 'active' | 'completed' | 'expired' | 'paymentPending';
  url: string;
}

/** What the payer's bank has authorised. */
export interface Payment {
  pspReference: string;
  linkId: string;
  amount: Amount;
  /** It was cancelled, or not captured. */
  isLost: boolean;
}

export interface Refund {
  pspReference: string;
  payment: string;
  amount: Amount;
  reference: string;
  isFailed: boolean;
}

export interface Dispute {
  pspReference: string;
  payment: string;
  amount: Amount;
  /** Minor units that were taken, less those that came back. */
  taken: number;
}

/** An item of a notification, before it is signed. */
export interface NewItem {
  amount: Amount;
  eventCode: string;
  eventDate: string;
  merchantAccountCode: string;
  merchantReference: string;
  originalReference?: string;
  paymentMethod: string;
  pspReference: string;
  reason: string;
  success: 'true' | 'false';
  additionalData?: Record<string, string>;
}

const letters = 'BCDFGHJKLMNPQRSTVWXZ23456789';

/** Sixteen characters, such as `NC6HT9CRT65ZGN82`. */
export const newPspReference = (): string =>
  [...randomBytes(16)].map((byte) => letters.charAt(byte % letters.length)).join('');

export const newLinkId = (): string => `PL${randomBytes(8).toString('hex').toUpperCase()}`;
