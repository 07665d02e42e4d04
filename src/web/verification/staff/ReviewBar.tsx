import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { VerificationCase } from '#contract/verification-staff.ts';
import { call } from '#web/platform/api/api.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIntent } from '#web/platform/api/idempotency-key.ts';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.ts';
import { CaseActDialog, type CaseAct } from './CaseActionDialog.tsx';
import { CorrectDialog } from './CorrectDialog.tsx';
import { showCase } from './case-queries.ts';
import styles from '../Verification.module.css';

/** Whose the case is, what resembles it elsewhere, and the acts on it as a whole. */
export function ReviewBar({ shown }: { shown: VerificationCase }) {
  const t = useText();
  const once = useIntent();
  const [act, setAct] = useState<CaseAct | null>(null);
  const [isCorrecting, setIsCorrecting] = useState(false);
  const { row, mine, own, reviewed_until, level_by_hand, level_proven, duplicates } = shown;
  const { mutate: take, isPending } = useMutation({
    mutationFn: () =>
      once((idempotencyKey) =>
        call('POST /api/staff/verification/take', { body: { client_id: row.client_id } }, { idempotencyKey }),
      ),
    onSuccess: showCase,
    onError: (error) => toast({ text: error instanceof ApiError ? error.message : t('common.went_wrong') }),
  });
  const canConfirm = shown.facts.phone !== null && !shown.client.phone_confirmed;
  return (
    <div className={styles.stack}>
      {own && <Alert tone="warning" title={t('verification.own_case')} />}
      {level_by_hand !== null && (
        <Alert tone="warning" title={t('verification.staff_by_hand', { level: level_by_hand, proven: level_proven })} />
      )}
      {duplicates.length > 0 && (
        <Alert tone="negative" title={t('verification.duplicates')}>
          <ul className={styles.reasons}>
            {duplicates.map(({ client_id, name, why }) => (
              <li key={`${client_id} ${why}`}>
                <Go to={`/admin/verification/${client_id}`}>
                  <bdi>{name}</bdi>
                </Go>{' '}
                · {t(`verification.same_${why}`)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {mine && reviewed_until && (
        <p className={styles.soft}>
          <When at={reviewed_until} within="verification.yours_until" />
        </p>
      )}
      {!own && !mine && row.reviewer && <Alert title={t('verification.reviewed_by', { name: row.reviewer.name })} />}
      {!own && (
        <div className={styles.buttons}>
          {!mine && !row.reviewer && (
            <Button variant="primary" busy={isPending} onClick={() => take()}>
              {t('verification.act_take')}
            </Button>
          )}
          {!mine && row.reviewer && (
            <Button onClick={() => setAct('take_over')}>{t('verification.act_take_over')}</Button>
          )}
          {mine && canConfirm && (
            <Button onClick={() => setAct('confirm_phone')}>{t('verification.act_confirm_phone')}</Button>
          )}
          <Button onClick={() => setIsCorrecting(true)}>{t('verification.act_correct')}</Button>
          {mine && <Button onClick={() => setAct('ask')}>{t('verification.act_ask')}</Button>}
        </div>
      )}
      {isCorrecting && <CorrectDialog shown={shown} onClose={() => setIsCorrecting(false)} />}
      {act && <CaseActDialog key={act} act={act} shown={shown} onClose={() => setAct(null)} />}
    </div>
  );
}
