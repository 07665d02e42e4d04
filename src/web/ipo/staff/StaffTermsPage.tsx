import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Beside } from '#web/ui/layout/Beside.tsx';
import { StaffOfferingFrame } from './StaffOfferingFrame.tsx';
import { TermsFacts } from './TermsFacts.tsx';
import { TextsCard } from './TextsCard.tsx';

/** What staff entered: the terms, the texts, the prospectus. */
export function StaffTermsPage() {
  const t = useText();
  return (
    <StaffOfferingFrame>
      {(info) => (
        <Beside aside={<TextsCard info={info} />}>
          <Card
            title={t('offerings.terms')}
            actions={
              info.actions.includes('edit') && (
                <Link to={`/admin/ipo/${info.stock_id}/edit`} className={buttonClass({ size: 'small' })}>
                  {t('offerings.action_edit')}
                </Link>
              )
            }
          >
            <TermsFacts info={info} />
          </Card>
        </Beside>
      )}
    </StaffOfferingFrame>
  );
}
