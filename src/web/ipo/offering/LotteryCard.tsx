import type { OfferingInfo } from '#contract/ipo/records.ts';
import { CopyableLine } from '#web/platform/forms/CopyableLine.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** How the allotment can be checked: the seed's fingerprint before it, the published basis after it. */
export function LotteryCard({
  info: { offering, lottery_commitment: commitment, basis_published },
}: {
  info: OfferingInfo;
}) {
  const t = useText();
  if (!commitment && !basis_published) return null;
  return (
    <Card title={t('ipo.fairness')}>
      <div className={flowStyles.stack}>
        {commitment && (
          <>
            <p>{t('ipo.commitment_text')}</p>
            <p>
              <CopyableLine label={t('ipo.commitment')} value={commitment} />
            </p>
          </>
        )}
        {basis_published && (
          <div>
            <Link to={`/ipo/calendar/${offering.stock_id}/basis`} className={buttonClass()}>
              {t('ipo.see_basis')}
            </Link>
          </div>
        )}
      </div>
    </Card>
  );
}
