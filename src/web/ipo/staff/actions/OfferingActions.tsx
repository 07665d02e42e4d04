import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import { ActionDialog } from './ActionDialog.tsx';
import { actionForms, type DialogAction } from './forms.ts';
import { AllotmentDialog } from './AllotmentDialog.tsx';
import type { StaffOfferingInfo } from '../offering-queries.ts';

/** Actions that move an offering to its next state stand out from those that may be done in between, or end it. */
const onward = new Set<DialogAction>(['set_prospectus', 'publish', 'propose_price', 'propose_listing', 'resume']);

/** What the person may do now, the step that is due first. */
export function OfferingActions({ info }: { info: StaffOfferingInfo }) {
  const t = useText();
  const [chosen, setChosen] = useState<DialogAction | 'propose_allotment' | null>(null);
  const open = (Object.keys(actionForms) as DialogAction[]).filter((action) => info.actions.includes(action));
  const [first, ...others] = open;
  const canAllot = info.actions.includes('propose_allotment');
  const isEmpty = info.held_back.some(({ reason }) => reason === 'empty_book');
  const isDue = (action: DialogAction) => (isEmpty ? action === 'withdraw' : !canAllot && onward.has(action));
  if (info.actions.length === 0 && info.held_back.length === 0)
    return <p className={textStyles.soft}>{t('offerings.no_actions')}</p>;
  return (
    <div>
      <div className={flowStyles.row}>
        {canAllot && (
          <Button variant="primary" onClick={() => setChosen('propose_allotment')}>
            {t('offerings.action_propose_allotment')}
          </Button>
        )}
        {first && (
          <Button variant={isDue(first) ? 'primary' : 'secondary'} onClick={() => setChosen(first)}>
            {t(`offerings.action_${first}`)}
          </Button>
        )}
        {info.actions.includes('edit') && (
          <Link to={`/admin/ipo/${info.stock_id}/edit`} className={buttonClass()}>
            {t('offerings.action_edit')}
          </Link>
        )}
        {/* What ends it is last. */}
        {others
          .toSorted((a, b) => Number(a === 'withdraw') - Number(b === 'withdraw'))
          .map((action) => (
            <Button
              key={action}
              variant={isEmpty && isDue(action) ? 'primary' : 'secondary'}
              onClick={() => setChosen(action)}
            >
              {t(`offerings.action_${action}`)}
            </Button>
          ))}
      </div>
      <BlockedBy info={info} />
      {chosen === 'propose_allotment' && <AllotmentDialog info={info} onClose={() => setChosen(null)} />}
      {chosen !== null && chosen !== 'propose_allotment' && (
        <ActionDialog key={chosen} action={chosen} info={info} onClose={() => setChosen(null)} />
      )}
    </div>
  );
}

/** Actions that staff would expect, and what blocks each. */
function BlockedBy({ info }: { info: StaffOfferingInfo }) {
  const t = useText();
  if (info.held_back.length === 0) return null;
  return (
    <ul className={textStyles.soft}>
      {info.held_back.map(({ action, reason }) => (
        <li key={`${action} ${reason}`}>{t(`offerings.blocked_by_${reason}`)}</li>
      ))}
    </ul>
  );
}
