import { useState } from 'react';
import { useKeys, type KeyAct } from '#web/platform/keys/use-keys.ts';
import { useQueue } from '#web/platform/lists/queue.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import { ReversalDialog } from './ReversalDialog.tsx';
import { actionForms, shownActions, type ShownAction } from './action-forms.ts';
import { useFindings, type Item } from './queue-queries.ts';

/** How many people have approved it and why it takes two; that there is nothing to do for the reader. */
export function ApprovalsNeeded({ item }: { item: Item }) {
  const t = useText();
  const { approvals, approvals_needed: needed, next, state } = item.payment;
  // A refund or chargeback of a credited deposit also takes two people, once one of them has started.
  const isOpen = next !== null || (state === 'credited' && approvals > 0);
  const because = next === null ? undefined : item.approver_needed[0]?.because;
  const people = because ? 2 : needed;
  const mayAct = shownActions(item.actions).length > 0 || (item.actions.includes('reverse') && item.operation_id);
  return (
    <>
      {isOpen && approvals < people && people > 1 && (
        <>
          <span>{t('payments.approver_needed', { count: approvals, needed: people })}</span>
          {because && <span>{t(`payments.second_because_${because}`)}</span>}
        </>
      )}
      {!mayAct && <span>{t('payments.no_actions')}</span>}
    </>
  );
}

/** The actions open to the reader. */
export function ActionButtons({ item }: { item: Item }) {
  const t = useText();
  const [chosen, setChosen] = useState<ShownAction | 'reverse' | null>(null);
  const [byKey, setByKey] = useState(false);
  const { goOn } = useQueue('/admin/money');
  const actions = shownActions(item.actions);
  // While a provider's report is open, what to do next is a judgement: no act is put forward.
  const isReported = useFindings(item.payment.id).data?.pages[0]?.findings.length !== 0;
  const reverses = item.actions.includes('reverse') ? item.operation_id : null;
  const choose = (action: ShownAction, isKey: boolean) => {
    setByKey(isKey);
    setChosen(action);
  };
  useKeys([
    ...actions.flatMap((action): KeyAct[] => {
      const { key } = actionForms[action];
      if (!key) return [];
      return [{ key, label: t(`payments.action_${action}`), scope: 'item', run: () => choose(action, true) }];
    }),
    actions.length > 0 && { key: 'Control+Enter', label: t('keys.confirm'), scope: 'item' },
  ]);
  return (
    <>
      {actions.map((action, index) => (
        <Button
          key={action}
          variant={index === 0 && !actionForms[action].destructive && !isReported ? 'primary' : 'secondary'}
          aria-keyshortcuts={actionForms[action].key}
          onClick={() => choose(action, false)}
        >
          {t(`payments.action_${action}`)}
        </Button>
      ))}
      {reverses && <Button onClick={() => setChosen('reverse')}>{t('payments.action_reverse')}</Button>}
      {chosen === 'reverse' && reverses && (
        <ReversalDialog operationId={reverses} number={item.payment.number} onClose={() => setChosen(null)} />
      )}
      {chosen && chosen !== 'reverse' && (
        <ActionDialog
          key={chosen}
          action={chosen}
          item={item}
          onClose={() => setChosen(null)}
          // Who decides by keys works through the queue; after a click, or to have only claimed it, one stays.
          onDone={() => byKey && chosen !== 'assign' && goOn()}
        />
      )}
    </>
  );
}
