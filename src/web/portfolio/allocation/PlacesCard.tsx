import type { Overview } from '#contract/portfolio/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async, type Loadable } from '#web/platform/api/Async.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { trendOf } from '#web/ui/figures/trend.ts';
import styles from '../InvestorPage.module.css';
import { partsOf } from '../parts.ts';
import { Shares, SharesSkeleton } from './Shares.tsx';

/** Where the money is: in wallets, free or held, and on trading accounts. */
export function AccountsCard({ query }: { query: Loadable<Overview> }) {
  const t = useText();
  return (
    <Card title={t('investor.accounts_title')}>
      <Async query={query} skeleton={<SharesSkeleton count={3} />}>
        {(overview) => (
          <div className={styles.stack}>
            <Shares
              shares={partsOf(overview).map(({ name, usd, sharePercent }) => ({
                key: name,
                name: t(`common.part_${name}`),
                usd,
                percent: sharePercent,
              }))}
            />
            <OpenPositions overview={overview} />
          </div>
        )}
      </Async>
    </Card>
  );
}

/** Beside the net worth, which counts positions when they close. */
function OpenPositions({ overview: { open_positions: open, with_open_positions: all } }: { overview: Overview }) {
  const t = useText();
  if (open === null || all === null || trendOf(open) === 'flat') return null;
  return (
    <DescriptionList
      items={[
        { term: t('investor.open_positions'), details: <Movement amount={open} currency="USD" /> },
        { term: t('investor.with_open'), details: <Sum amount={all} currency="USD" /> },
      ]}
    />
  );
}
