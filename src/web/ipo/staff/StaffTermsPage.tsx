import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Columns } from '#web/ui/Page.tsx';
import { DeskOfferingFrame } from './StaffOfferingFrame.tsx';
import { TermsFacts } from './TermsFacts.tsx';
import { TextsCard } from './TextsCard.tsx';

/** What staff entered: the terms, the texts, the prospectus. */
export function DeskTermsPage() {
  const t = useText();
  return (
    <DeskOfferingFrame>
      {(info) => (
        <Columns wide>
          <Card
            title={t('offerings.terms')}
            actions={
              info.acts.includes('edit') && (
                <Go to={`/admin/ipo/${info.stock_id}/edit`} className={buttonClass({ size: 'small' })}>
                  {t('offerings.act_edit')}
                </Go>
              )
            }
          >
            <TermsFacts info={info} />
          </Card>
          <TextsCard info={info} />
        </Columns>
      )}
    </DeskOfferingFrame>
  );
}
