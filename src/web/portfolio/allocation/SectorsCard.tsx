import type { Overview } from '#contract/portfolio/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSectorName } from '#web/platform/i18n/sector-name.ts';
import { Card } from '#web/ui/layout/Card.tsx';
import { Shares } from './Shares.tsx';

/** In which sectors the client has investments. */
export function SectorsCard({ sectors }: { sectors: Overview['by_sector'] }) {
  const t = useText();
  const nameOf = useSectorName();
  return (
    <Card title={t('investor.sectors_title')}>
      <Shares
        shares={sectors.map(({ sector, usd, share_percent }) => ({
          key: sector,
          name: nameOf(sector),
          usd,
          percent: share_percent,
        }))}
      />
    </Card>
  );
}
