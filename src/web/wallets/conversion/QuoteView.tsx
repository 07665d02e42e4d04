import type { Quote } from '#contract/wallets/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Money } from '#web/platform/i18n/Money.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import styles from './QuoteView.module.css';

/** Enough digits to distinguish rates; the opened operation shows all of them. */
const rateDigits = 6;

/** The amounts of a quote, and how long it is still valid. */
export function QuoteView({ quote, secondsLeft }: { quote: Quote; secondsLeft: number }) {
  const t = useText();
  const format = useFormat();
  const { from_currency: from, to_currency: to, rate, spread, spread_percent, received, amount } = quote;
  if (secondsLeft === 0) {
    return (
      <Alert tone="warning" title={t('wallets.rate_over_title')}>
        <p>{t('wallets.rate_over_text')}</p>
      </Alert>
    );
  }
  return (
    <div className={styles.quote}>
      <DescriptionList
        items={[
          { term: t('wallets.you_give'), details: <Money amount={amount} currency={from} /> },
          {
            term: t('wallets.rate'),
            details: <bdi>{t('wallets.rate_value', { from, rate: format.number(rate, rateDigits), to })}</bdi>,
          },
          {
            term: t('wallets.spread_of', { percent: format.percent(spread_percent) }),
            details: <Money amount={spread} currency={to} />,
          },
          { term: t('wallets.you_get'), details: <Money amount={received} currency={to} strong /> },
        ]}
      />
      {/* Read once with the quote; a screen reader does not announce every second. */}
      <p className={styles.time} aria-live="off">
        {t('wallets.rate_holds', { seconds: secondsLeft })}
      </p>
    </div>
  );
}
