import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { StaleMark } from '#web/platform/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { AllocationCard } from './AllocationCard.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import styles from './InvestorPage.module.css';
import { overviewQuery } from './overview-query.ts';
import { PlacesCard } from './PlacesCard.tsx';
import { TiersCard } from './TiersCard.tsx';

/** The portfolio: its value now and over time, where the money is, in which currencies, and the tier it gives. */
export function InvestorPage() {
  const t = useText();
  const format = useFormat();
  const overview = useQuery(overviewQuery);
  const rated = overview.data && t('investor.rates_note', { at: format.dateTime(overview.data.rates_at) });
  return (
    <Page title={t('investor.title')} intro={t('investor.intro')} actions={<StaleMark query={overview} />}>
      <div className={styles.pair}>
        <div className={styles.stack}>
          <HistoryCard query={overview} />
          <AllocationCard query={overview} />
        </div>
        <div className={styles.stack}>
          <PlacesCard query={overview} />
          <TiersCard query={overview} />
        </div>
      </div>
      {rated && <p className={styles.note}>{rated}</p>}
    </Page>
  );
}
