import { useState } from 'react';
import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { useKeys } from '#web/platform/keys/use-keys.ts';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CaseActionDialog, type CaseAction } from './CaseActionDialog.tsx';
import { CorrectDialog } from './CorrectDialog.tsx';
import { showCase } from './case-queries.ts';
import styles from '../Verification.module.css';

/** What is to be known of the case first: that it is their own, that staff set the level, similar cases. */
export function ReviewNotes({ shown }: { shown: VerificationCase }) {
  const t = useText();
  const { own, level_by_hand, level_proven, duplicates } = shown;
  return (
    <>
      {own && <Alert tone="warning" title={t('verification.own_case')} />}
      {level_by_hand !== null && (
        <Alert tone="warning" title={t('verification.staff_by_hand', { level: level_by_hand, proven: level_proven })} />
      )}
      {duplicates.length > 0 && (
        <Alert tone="negative" title={t('verification.duplicates')}>
          <ul className={styles.reasons}>
            {duplicates.map(({ client_id, name, why }) => (
              <li key={`${client_id} ${why}`}>
                <Link to={`/admin/verification/${client_id}`}>
                  <bdi>{name}</bdi>
                </Link>{' '}
                · {t(`verification.same_${why}`)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

/** Where the case stands: what is due, who reviews it until when, and the level so far. */
export function CaseState({ shown: { row, mine, own, reviewed_until: until } }: { shown: VerificationCase }) {
  const t = useText();
  const now = useNow();
  const isOverdue = row.due_at !== null && new Date(row.due_at) < now;
  return (
    <>
      {row.waiting.length > 0 && (
        <State tone={isOverdue ? 'negative' : 'warning'}>
          {t(isOverdue ? 'verification.overdue' : 'verification.need_is_waiting')}
        </State>
      )}
      <span>{t('verification.level', { level: row.level })}</span>
      {mine && until && (
        <span>
          <DateTime at={until} within="verification.yours_until" />
        </span>
      )}
      {!own && !mine && row.reviewer && <span>{t('verification.reviewed_by', { name: row.reviewer.name })}</span>}
    </>
  );
}

/** The actions on the case as a whole. */
export function ReviewActions({ shown }: { shown: VerificationCase }) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const [action, setAction] = useState<CaseAction | null>(null);
  const [isCorrecting, setIsCorrecting] = useState(false);
  const { row, mine, own } = shown;
  const { isBusy, run } = useAsyncAction();
  const take = () =>
    run(async () =>
      showCase(
        await sendOnce((idempotencyKey) =>
          call('POST /api/staff/verification/assign', { body: { client_id: row.client_id } }, { idempotencyKey }),
        ),
      ),
    );
  const mayTake = !own && !mine && !row.reviewer;
  const mayTakeOver = !own && !mine && row.reviewer !== null;
  const canConfirm = !own && mine && shown.facts.phone !== null && !shown.client.phone_confirmed;
  const ask = (next: CaseAction) => ({
    label: t(`verification.action_${next}`),
    scope: 'item' as const,
    run: () => setAction(next),
  });
  useKeys([
    // A case without anything to decide is claimed by its button alone: it is what a decision leaves behind for a moment.
    mayTake && row.waiting.length > 0 && { key: 'c', label: t('verification.action_take'), scope: 'item', run: take },
    mayTakeOver && { key: 'c', ...ask('take_over') },
    canConfirm && { key: 'p', ...ask('confirm_phone') },
    !own && mine && { key: 'd', ...ask('request_document') },
    !own && (mine || mayTakeOver) && { key: 'Control+Enter', label: t('keys.confirm'), scope: 'item' },
  ]);
  return (
    <>
      {!own && (
        <>
          {mayTake && (
            <Button variant="primary" aria-keyshortcuts="c" busy={isBusy} onClick={take}>
              {t('verification.action_take')}
            </Button>
          )}
          {mayTakeOver && (
            <Button aria-keyshortcuts="c" onClick={() => setAction('take_over')}>
              {t('verification.action_take_over')}
            </Button>
          )}
          {canConfirm && (
            <Button aria-keyshortcuts="p" onClick={() => setAction('confirm_phone')}>
              {t('verification.action_confirm_phone')}
            </Button>
          )}
          <Button onClick={() => setIsCorrecting(true)}>{t('verification.action_correct')}</Button>
          {mine && (
            <Button aria-keyshortcuts="d" onClick={() => setAction('request_document')}>
              {t('verification.action_request_document')}
            </Button>
          )}
        </>
      )}
      {isCorrecting && <CorrectDialog shown={shown} onClose={() => setIsCorrecting(false)} />}
      {action && <CaseActionDialog key={action} action={action} shown={shown} onClose={() => setAction(null)} />}
    </>
  );
}
