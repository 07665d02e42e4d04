import type { Overview } from '#contract/portfolio/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useNearDay } from '#web/platform/i18n/near-day.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import styles from './TierProgress.module.css';

/** Since when the client has their tier, and when and why it may change: in sentences. */
export function TierOutlook({ overview }: { overview: Overview }) {
  const t = useText();
  const format = useFormat();
  const dayText = useNearDay();
  const { tier, tier_status: status } = overview;
  const { since, equity, review_on, rises_to: above, falls, set_until: until } = status;
  const own = t(`common.tier_${tier}`);
  const money = (usd: string) => format.symbol(usd, 'USD');
  return (
    <ul className={styles.outlook}>
      {since && <li>{t('common.tier_since', { tier: own, date: dayText(since) })}</li>}
      {until && <li>{t('common.tier_set', { date: dayText(until) })}</li>}
      {above && (
        <li>
          {t('common.tier_rises', {
            equity: money(equity),
            tier: t(`common.tier_${above}`),
            date: dayText(review_on),
          })}
        </li>
      )}
      {falls && (
        <li>
          {t('common.tier_falls', {
            equity: money(equity),
            tier: own,
            date: dayText(falls.on),
            next: t(`common.tier_${falls.to}`),
            amount: money(falls.unless),
          })}
        </li>
      )}
      {!until && <li>{t('common.tier_review', { date: dayText(review_on) })}</li>}
    </ul>
  );
}
