import type { Performance } from '#contract/portfolio/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async, type Loadable } from '#web/platform/api/Async.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { cx } from '#web/ui/cx.ts';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import styles from './ResultCard.module.css';
import { SharesSkeleton } from './allocation/Shares.tsx';

/** Money that came in or went out: no gain and no loss, so it has no colour. */
const flows = ['deposited', 'withdrawn', 'corrected'] as const;
const parts = ['price', 'income', 'currency', 'fees'] as const;

/** Why the value changed: four reasons that add up to the result, and what came in and went out beside it. */
export function ResultCard({ query }: { query: Loadable<Performance> }) {
  const t = useText();
  return (
    <Card title={t('investor.result_title')}>
      <Async query={query} skeleton={<SharesSkeleton count={4} />}>
        {(performance) => (
          <div className={styles.result}>
            <Reasons performance={performance} />
            <DescriptionList
              items={[
                { term: t('investor.sum_result'), details: <Movement amount={performance.result} currency="USD" /> },
                ...flows
                  .filter((name) => name !== 'corrected' || Number(performance.corrected) !== 0)
                  .map((name) => ({
                    term: t(`investor.sum_${name}`),
                    details: <Sum amount={performance[name]} currency="USD" />,
                  })),
              ]}
            />
          </div>
        )}
      </Async>
    </Card>
  );
}

function Reasons({ performance }: { performance: Performance }) {
  const t = useText();
  // Only the drawing takes the amounts as floats.
  const sizes = parts.map((name) => Math.abs(Number(performance[name])));
  const largest = Math.max(...sizes);
  return (
    <ul className={styles.reasons}>
      {parts.map((name, index) => (
        <li key={name}>
          <p className={styles.line}>
            <span>{t(`investor.reason_${name}`)}</span>
            <Movement amount={performance[name]} currency="USD" />
          </p>
          <div className={styles.bar} aria-hidden>
            <div
              className={cx(styles.part, performance[name].startsWith('-') && styles.loss)}
              style={{ inlineSize: `${largest > 0 ? ((sizes[index] ?? 0) / largest) * 50 : 0}%` }}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
