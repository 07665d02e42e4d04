import { useText } from '#web/platform/i18n/i18n.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Columns } from '#web/ui/layout/Page.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { BookFigures } from './book/BookFigures.tsx';
import { ByState, ByTier, DemandByPrice } from './book/BookTables.tsx';
import { OfferingActions } from './actions/OfferingActions.tsx';
import { StaffOfferingFrame } from './StaffOfferingFrame.tsx';
import { OpenApprovalRequest } from './approvals/OpenApprovalRequest.tsx';
import { ScheduleCard } from './ScheduleCard.tsx';

/** An offering at a glance: what may be done now, what waits for a second person, its dates and its book in numbers. */
export function StaffOfferingPage() {
  const t = useText();
  return (
    <StaffOfferingFrame>
      {(info) => {
        const { by_state: states, demand, by_tier: tiers } = info.book;
        return (
          <>
            <OpenApprovalRequest info={info} />
            <Card>
              <div className={flowStyles.stack}>
                {states.length > 0 && <BookFigures info={info} />}
                {/* In one place with applications and without: an open dialog stays when the first one arrives. */}
                <OfferingActions info={info} />
              </div>
            </Card>
            <ScheduleCard info={info} />
            <Columns wide>
              <div className={flowStyles.stack}>
                {states.length > 0 && (
                  <Card title={t('offerings.by_state')} flush>
                    <ByState info={info} />
                  </Card>
                )}
              </div>
              {states.length > 0 && (
                <div className={flowStyles.stack}>
                  {demand.length > 0 && (
                    <Card title={t('offerings.demand_by_price')} flush>
                      <DemandByPrice info={info} />
                    </Card>
                  )}
                  {tiers.length > 0 && (
                    <Card title={t('ipo.by_tier')} flush>
                      <ByTier info={info} />
                    </Card>
                  )}
                </div>
              )}
            </Columns>
          </>
        );
      }}
    </StaffOfferingFrame>
  );
}
