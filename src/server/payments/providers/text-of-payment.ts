import type { App } from '#server/platform/app.ts';
import type { Person } from '#server/platform/session/session.ts';
import { numberOf, type PaymentRow } from '../payment-row.ts';

/** What the client reads on the page of a provider or on a statement: whose payment it is, and which. */
export const textOfPayment = (
  { settings }: Pick<App, 'settings'>,
  { brand }: Pick<Person, 'brand'>,
  payment: Pick<PaymentRow, 'number'>,
): string => `${settings.brand(brand).name} ${numberOf(payment)}`;
