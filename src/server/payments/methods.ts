import { paymentMethods, type PaymentMethod } from '#contract/payments/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField, type Refusal } from '#server/platform/refusal.ts';
import { maskAccountNumber, maskAddress, maskCard } from './account-numbers.ts';

/** A payment method. The differences between methods are here; what they cost is in `payment_terms`. */
interface MethodAdapter {
  /** Whether a deposit is credited as soon as it is announced, by what its provider says, or when staff have seen the money. */
  credits: 'at_once' | 'by_provider' | 'by_hand';
  /** The input that a deposit requires. */
  needs: 'nothing' | 'card';
  /** The stored number of the account that a withdrawal goes to, as it is shown. */
  mask: (stored: string) => string;
  /** Whether money goes back to the very account that it came from, or to any that is the client's own. */
  returnsTo: 'account' | 'method';
  /** Clients type where their money goes; without this, they save what they have paid by. */
  typed?: true;
  /** Its provider sends a refund when we order it; without this, staff send it themselves before they note it. */
  refunds?: true;
  demoOnly?: true;
}

const bankTransfer: MethodAdapter = {
  credits: 'by_hand',
  needs: 'nothing',
  mask: maskAccountNumber,
  returnsTo: 'method',
  typed: true,
};

/** On the page of a connected provider; the number never reaches us. */
const card: MethodAdapter = {
  credits: 'by_provider',
  needs: 'nothing',
  mask: (label) => label,
  returnsTo: 'account',
  refunds: true,
};

/** Also on the page of a provider. Where it came from may be an exchange's address, so it goes back to one that the client names. */
const crypto: MethodAdapter = {
  credits: 'by_provider',
  needs: 'nothing',
  mask: maskAddress,
  returnsTo: 'method',
  typed: true,
};

/** A test card: nothing leaves the installation, and only a demo has it. */
const sandbox: MethodAdapter = {
  credits: 'at_once',
  needs: 'card',
  mask: maskCard,
  returnsTo: 'account',
  typed: true,
  demoOnly: true,
};

const adapters: Record<PaymentMethod, MethodAdapter> = { bank_transfer: bankTransfer, card, crypto, sandbox };

export const adapterOf = (method: PaymentMethod): MethodAdapter => adapters[method];

/** The methods of which money goes back to the very account that it came from. */
export const methodsByAccount: readonly PaymentMethod[] = paymentMethods.filter(
  (method) => adapters[method].returnsTo === 'account',
);

/** Whether it is paid on the page of a connected provider, which decides what came. */
export const isByProvider = (method: PaymentMethod | null): boolean =>
  method !== null && adapters[method].credits === 'by_provider';

/** Whether a client types the account to which their money goes. */
export const isTyped = (method: PaymentMethod): boolean => adapters[method].typed === true;

export const maskAccount = (method: PaymentMethod, stored: string): string => adapters[method].mask(stored);

/** `psp-in:bank-transfer:USD` is named after it. */
export const operatorDetail = (method: PaymentMethod): string => method.replaceAll('_', '-');

/** The methods of this installation. */
export function methodsOf({ config }: Pick<App, 'config'>): PaymentMethod[] {
  return paymentMethods.filter((method) => config.demo || !adapters[method].demoOnly);
}

/** The terms of one way in one currency; amounts in minor units. */
export interface Terms {
  method: PaymentMethod;
  kind: 'deposit' | 'withdrawal';
  currency: string;
  min: bigint;
  max: bigint;
  feeFixed: bigint;
  feePercent: string;
  openDays: number;
  days: number;
}

/** Every open method. A bank transfer is open only where the operator has an account in its currency. */
export async function readTerms(app: App, db: Queries = app.db): Promise<Terms[]> {
  return db.rows<Terms>(sql`
    select method, kind, currency, min_amount as min, max_amount as max, fee_fixed as "feeFixed", fee_percent as "feePercent", open_days as "openDays", working_days as days
    from payment_terms t
    where method = any(${methodsOf(app)}::text[])
      and (method <> 'bank_transfer' or kind = 'withdrawal' or exists (select from payment_bank_account b where b.currency = t.currency))
    order by method, kind, currency <> 'USD', currency`);
}

/** @throws Refusal `payments.method` on the field, when the way is not open in that currency */
export async function termsOf(
  app: App,
  db: Queries,
  way: Pick<Terms, 'method' | 'kind' | 'currency'>,
  field = 'method',
): Promise<Terms> {
  return termsAmong(await readTerms(app, db), way, field);
}

/** The same among those that were read. */
export function termsAmong(
  all: readonly Terms[],
  way: Pick<Terms, 'method' | 'kind' | 'currency'>,
  field: string,
): Terms {
  const found = all.find(
    (each) => each.method === way.method && each.kind === way.kind && each.currency === way.currency,
  );
  if (!found) throw noSuchWay(field);
  return found;
}

export function noSuchWay(field: string): Refusal {
  return refuseField(field, 'payments.method');
}
