import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from '../PaymentForms.module.css';
import { ActDialog } from './ActionDialog.tsx';
import { UndoDialog } from './ReversalDialog.tsx';
import { actForms, shownActs, type ShownAct } from './action-forms.ts';
import type { Item } from './queue-queries.ts';

/** What the person who looks may do now; with nothing, that is said. */
export function ActButtons({ item }: { item: Item }) {
  const t = useText();
  const [chosen, setChosen] = useState<ShownAct | 'undo' | null>(null);
  const acts = shownActs(item.acts);
  const undoes = item.acts.includes('undo') ? item.operation_id : null;
  const { approvals, approvals_needed: needed, next, state } = item.payment;
  // What was credited is refunded or charged back by two persons as well, once one of them has begun.
  const isOpen = next !== null || (state === 'credited' && approvals > 0);
  const because = next === null ? undefined : item.second_needed[0]?.because;
  const persons = because ? 2 : needed;
  return (
    <>
      {isOpen && approvals < persons && persons > 1 && (
        <Alert tone="warning">
          <p>{t('payments.second_needed', { count: approvals, needed: persons })}</p>
          {because && <p>{t(`payments.second_because_${because}`)}</p>}
        </Alert>
      )}
      {acts.length === 0 && !undoes ? (
        <p className={styles.soft}>{t('payments.no_acts')}</p>
      ) : (
        <div className={styles.buttons}>
          {acts.map((act, place) => (
            <Button
              key={act}
              variant={actForms[act].grave ? 'secondary' : place === 0 ? 'primary' : 'secondary'}
              onClick={() => setChosen(act)}
            >
              {t(`payments.act_${act}`)}
            </Button>
          ))}
          {undoes && <Button onClick={() => setChosen('undo')}>{t('payments.act_undo')}</Button>}
        </div>
      )}
      {chosen === 'undo' && undoes && (
        <UndoDialog operationId={undoes} number={item.payment.number} onClose={() => setChosen(null)} />
      )}
      {chosen && chosen !== 'undo' && (
        <ActDialog key={chosen} act={chosen} item={item} onClose={() => setChosen(null)} />
      )}
    </>
  );
}
