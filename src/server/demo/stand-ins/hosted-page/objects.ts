import { randomBytes } from 'node:crypto';

// Objects as docs/connections/hosted-page.md has them.

export interface Money {
  amount: number;
  currency: string;
}

export interface Refund extends Money {
  id: string;
  ref: string | null;
  status: 'pending' | 'succeeded' | 'failed';
}

export interface Chargeback extends Money {
  id: string;
  reason: string;
  status: 'opened' | 'taken' | 'returned' | 'lost';
  answer_by: string | null;
}

export interface Payment extends Money {
  id: string;
  ref: string;
  status: 'open' | 'processing' | 'paid' | 'failed' | 'expired';
  live: boolean;
  page: string;
  paid: Money | null;
  paid_with: { kind: string; label: string; fingerprint: string; holder: string; country: string } | null;
  suspect: boolean;
  refunds: Refund[];
  chargebacks: Chargeback[];
}

/** What the service keeps of an order besides its payment. */
export interface Kept {
  payment: Payment;
  returnUrl: string;
  language: string;
  expires: string;
}

/** A callback, before it is signed. */
export interface Event {
  event: string;
  type: string;
  id: string;
  ref: string;
  at: string;
}

/** Such as `pay_5f3c9a0b12de`. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(6).toString('hex')}`;
