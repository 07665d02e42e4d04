import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import type { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';

/** What a withdrawal in crypto sends: the coins, their rate, and the transaction on the chain; nothing before the rate is fixed. */
export function coinsFacts({ coins, payment: { net, currency } }: PaymentInfo, t: ReturnType<typeof useText>) {
  if (!coins) return [];
  const { amount, coin, transaction } = coins;
  return [
    {
      term: t('payments.coins_sent'),
      details: (
        <bdi dir="ltr">
          {amount} {coin}
        </bdi>
      ),
    },
    {
      term: t('payments.coins_rate', { coin }),
      details: <Sum amount={perCoin(net, amount)} currency={currency} />,
    },
    ...(transaction ? [{ term: t('payments.coins_transaction'), details: <bdi dir="ltr">{transaction}</bdi> }] : []),
  ];
}

const places = 8;

/** The price of one coin, with two digits: what was paid for so many. */
function perCoin(net: string, coins: string): string {
  const units = scaled(coins, places);
  const cents = units === 0n ? 0n : (scaled(net, 2) * 10n ** BigInt(places) + units / 2n) / units;
  const text = cents.toString().padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

const scaled = (decimal: string, digits: number): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
};
