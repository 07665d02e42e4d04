import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from './Dashboard.module.css';

/** Offerings that take applications, with their demand. */
export function OfferingsList({ offerings }: Pick<Dashboard, 'offerings'>) {
  const t = useText();
  const format = useFormat();
  if (offerings.length === 0) return <p className={styles.empty}>{t('dashboard.no_offerings')}</p>;
  return (
    <ul>
      {offerings.map(({ stock_id: id, issuer, applications, demand_percent: demand, closes_at: closes }) => (
        <li key={id} className={styles.item}>
          <div>
            <Link to={`/admin/ipo/${id}`}>
              <bdi>{issuer}</bdi>
            </Link>
            <p className={textStyles.soft}>
              <RelativeTime at={closes} within="dashboard.closes" />
            </p>
          </div>
          <p>{t('dashboard.demand', { count: applications, share: format.percent(demand) })}</p>
        </li>
      ))}
    </ul>
  );
}
