import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { oddsQuery } from '../ipo-queries.ts';
import styles from './PastOdds.module.css';

interface PastOddsProps {
  offeringId: string;
  /** Lots of the planned application. */
  lots: number;
  onUse: (percent: string) => void;
}

/** From so many offerings on the note that they are few is not needed. */
const enough = 5;

/** What became of requests like this one in past offerings; nothing while there is no past. */
export function PastOdds({ offeringId, lots, onUse }: PastOddsProps) {
  const t = useText();
  const format = useFormat();
  const odds = useQuery({ ...oddsQuery(offeringId, lots), enabled: lots > 0 }).data?.odds;
  if (!odds) return null;
  const { of_own_tier, of_similar_size, offerings } = odds;
  const whom = `${of_own_tier ? 'own' : 'any'}_${of_similar_size ? 'alike' : 'all'}`;
  const median = format.share(odds.median_percent);
  return (
    <div className={styles.odds}>
      <h3 className={styles.title}>{t('ipo.odds_title')}</h3>
      <p>{t('ipo.odds_basis', { whom, offerings })}</p>
      <ul className={styles.figures}>
        <li>{t('ipo.odds_served', { percent: format.share(odds.served_percent) })}</li>
        <li>
          {t('ipo.odds_spread', {
            median,
            low: format.share(odds.low_percent),
            high: format.share(odds.high_percent),
          })}
        </li>
      </ul>
      {offerings < enough && <p>{t('ipo.odds_few')}</p>}
      <Button size="small" onClick={() => onUse(String(odds.median_percent))}>
        {t('ipo.odds_use', { median })}
      </Button>
    </div>
  );
}
