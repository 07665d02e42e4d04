import { Fragment } from 'react';
import type { IpoHolding } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { sumIn } from '#web/platform/sum-in.ts';
import { Card } from '#web/ui/layout/Card.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
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
      />
    </Card>
  );
}
