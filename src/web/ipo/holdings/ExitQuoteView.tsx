import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Stack.module.css';
import type { ExitQuote } from './use-early-exit.ts';

/** The amounts of a quote for leaving early, and how long it is still valid. */
export function ExitQuoteView({ quote, secondsLeft }: { quote: ExitQuote; secondsLeft: number }) {
  const t = useText();
  const format = useFormat();
  const sum = (amount: string, strong = false) => <Sum amount={amount} currency={quote.currency} strong={strong} />;
  return (
    <div className={styles.sunken}>
      <DescriptionList
        items={[
          { term: t('ipo.market_price'), details: sum(quote.market_price) },
          { term: t('ipo.early_exit_costs'), details: <bdi>{format.percent(quote.haircut_percent)}</bdi> },
          { term: t('ipo.exit_price'), details: sum(quote.price) },
          { term: t('ipo.proceeds'), details: sum(quote.proceeds) },
          { term: t('ipo.fee_out'), details: sum(quote.fee) },
          { term: t('ipo.to_wallet'), details: sum(quote.net, true) },
        ]}
      />
      {/* Read once with the quote; a screen reader does not announce every second. */}
      <p className={textStyles.soft} aria-live="off">
        {t('ipo.exit_holds', { seconds: secondsLeft })}
      </p>
    </div>
  );
}
