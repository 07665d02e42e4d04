import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import styles from '../Stack.module.css';
import { ActDialog } from './ActionDialog.tsx';
import { actForms, type DialogAct } from './action-forms.ts';
import { AllotmentDialog } from './AllotmentDialog.tsx';
import type { DeskInfo } from './offering-queries.ts';

/** Acts that take an offering on to its next state stand out from those that may be done in between, or end it. */
const onward = new Set<DialogAct>(['set_prospectus', 'publish', 'propose_price', 'propose_listing', 'resume']);

/** What the person who looks may do now, the step that is due first. */
export function DeskActs({ info }: { info: DeskInfo }) {
  const t = useText();
  const [chosen, setChosen] = useState<DialogAct | 'propose_allotment' | null>(null);
  const open = (Object.keys(actForms) as DialogAct[]).filter((act) => info.acts.includes(act));
  const [first, ...others] = open;
  const canAllot = info.acts.includes('propose_allotment');
  const isEmpty = info.held_back.some(({ reason }) => reason === 'empty_book');
  const isDue = (act: DialogAct) => (isEmpty ? act === 'withdraw' : !canAllot && onward.has(act));
  if (info.acts.length === 0 && info.held_back.length === 0)
    return <p className={styles.soft}>{t('offerings.no_acts')}</p>;
  return (
    <div>
      <div className={styles.buttons}>
        {canAllot && (
          <Button variant="primary" onClick={() => setChosen('propose_allotment')}>
            {t('offerings.act_propose_allotment')}
          </Button>
        )}
        {first && (
          <Button variant={isDue(first) ? 'primary' : 'secondary'} onClick={() => setChosen(first)}>
            {t(`offerings.act_${first}`)}
          </Button>
        )}
        {others.map((act) => (
          <Button key={act} variant={isEmpty && isDue(act) ? 'primary' : 'secondary'} onClick={() => setChosen(act)}>
            {t(`offerings.act_${act}`)}
          </Button>
        ))}
        {info.acts.includes('edit') && (
          <Go to={`/admin/ipo/${info.stock_id}/edit`} className={buttonClass()}>
            {t('offerings.act_edit')}
          </Go>
        )}
      </div>
      <HeldBack info={info} />
      {chosen === 'propose_allotment' && <AllotmentDialog info={info} onClose={() => setChosen(null)} />}
      {chosen !== null && chosen !== 'propose_allotment' && (
        <ActDialog key={chosen} act={chosen} info={info} onClose={() => setChosen(null)} />
      )}
    </div>
  );
}

/** Acts that a desk would look for, and what each waits for. */
function HeldBack({ info }: { info: DeskInfo }) {
  const t = useText();
  if (info.held_back.length === 0) return null;
  return (
    <ul className={styles.soft}>
      {info.held_back.map(({ act, reason }) => (
        <li key={`${act} ${reason}`}>{t(`offerings.held_back_${reason}`)}</li>
      ))}
    </ul>
  );
}
