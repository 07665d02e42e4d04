import type { Api } from '#contract/api.ts';
import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import { fromDecimal, scaleOf, toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { Refusal, refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { transferMoney } from '../transfer-money.ts';

interface Input {
  trading_account_id: string;
  direction: 'in' | 'out';
  wallet_id: string;
  amount: string;
  key: string;
}

/** Faults of the amount that a smaller one would not have. */
const tooMuch = new Set(['ledger.insufficient_funds', 'trading.free_margin']);

/**
 * A transfer as a client requests it.
 * @throws Refusal `http.not_found`, `legal.unaccepted` of one that goes in, `trading.amount_scale`,
 * `ledger.insufficient_funds` and `trading.free_margin` on `amount`, and what else `transferMoney` refuses
 */
export async function transfer(
  app: App,
  me: Pick<Person, 'id' | 'owesConsent'>,
  params: Input,
): Promise<ResponseBody<Api['trading.transfer']>> {
  const { trading_account_id: accountNumber, direction, wallet_id: walletId, amount, key } = params;
  const amountIn = (currency: string) => {
    if (direction === 'in' && me.owesConsent) throw refuse('legal.unaccepted');
    const digits = scaleOf(currency);
    if ((amount.split('.')[1]?.length ?? 0) > digits)
      throw refuseField('amount', 'trading.amount_scale', { currency, digits });
    return fromDecimal(amount, currency);
  };
  const input = { direction, walletId, accountNumber, amountIn, key };
  const done = await transferMoney(app, me, input).catch((error: unknown) => {
    throw error instanceof Refusal && tooMuch.has(error.code) ? refuseField('amount', error.code) : error;
  });
  return {
    id: done.id,
    direction,
    trading_account_id: accountNumber,
    amount: toDecimal(done.amountMinor, done.currency),
    currency: done.currency,
    state: done.state,
    at: done.createdAt.toISOString(),
  };
}
