import { Fragment } from 'react';
import type { IpoHolding } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { sumIn } from '#web/platform/sum-in.ts';
import { Card } from '#web/ui/layout/Card.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { StackBar } from '#web/ui/figures/StackBar.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** What all shares are worth and what selling them now would bring, by currency: nothing is converted. */
export function HoldingsHero({ holdings }: { holdings: readonly IpoHolding[] }) {
  const t = useText();
  const currencies = [...new Set(holdings.map(({ currency }) => currency))];
  const sum = (currency: string, of: 'value' | 'result') =>
    sumIn(
      currency,
      holdings.filter((each) => each.currency === currency).map((each) => each[of]),
    );
  return (
    <Card>
      <Hero
        label={t('ipo.holdings')}
        value={currencies.map((currency, index) => (
          <Fragment key={currency}>
            {index > 0 && ' + '}
            <Sum amount={sum(currency, 'value')} currency={currency} hero />
          </Fragment>
        ))}
        meaning={
          <span className={flowStyles.centred4}>
            {t('ipo.result')}
            {currencies.map((currency) => (
              <Movement key={currency} amount={sum(currency, 'result')} currency={currency} />
            ))}
          </span>
        }
        end={<Shares holdings={holdings} />}
      />
    </Card>
  );
}

/** How the worth of shares in one currency is shared among offerings; nothing of one alone. */
function Shares({ holdings }: { holdings: readonly IpoHolding[] }) {
  const filled = holdings.filter(({ value }) => Number(value) > 0);
  if (filled.length < 2 || filled.some(({ currency }) => currency !== filled[0]?.currency)) return null;
  return (
    <StackBar
      parts={filled.map(({ stock_id, issuer, value, currency }) => ({
        key: stock_id,
        label: <bdi>{issuer}</bdi>,
        value: <Sum amount={value} currency={currency} />,
        percent: Number(value),
      }))}
    />
  );
}
