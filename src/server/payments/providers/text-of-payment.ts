import type { App } from '#server/platform/app.ts';
import { numberOf, type PaymentRow } from '../payment-row.ts';

/** What the client reads on the page of a provider or on a statement: whose payment it is, and which. */
export const textOfPayment = ({ settings }: Pick<App, 'settings'>, payment: Pick<PaymentRow, 'number'>): string =>
  `${settings.brand().name} ${numberOf(payment)}`;
