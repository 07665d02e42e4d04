import { useState } from 'react';
import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import type { IdentityCheckForStaff } from '#contract/verification/check.ts';
import { call } from '#web/platform/api/api.ts';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import { showCase } from './case-queries.ts';

interface CheckCardProps {
  shown: VerificationCase;
  check: IdentityCheckForStaff;
}

/** What a provider found about the client’s identity, beside the client's own statements. */
export function CheckCard({ shown, check }: CheckCardProps) {
  const t = useText();
  const format = useFormat();
  const [noting, setNoting] = useState(false);
  const { provider, reported, applicant, state, level, labels, name, birth_on, differs, held_back, problem, noted } =
    check;
  const values = { name: name && <bdi>{name}</bdi>, birth_on: birth_on && format.day(birth_on) };
  return (
    <Card title={t(reported ? 'verification.reported_title' : 'verification.check_title', { provider })}>
      <div className={flowStyles.stack}>
        {problem && (
          <Alert
            tone={noted ? 'neutral' : 'negative'}
            title={t(`verification.problem_${reported ? 'reported' : problem}`)}
            action={
              shown.mine && !noted && <Button onClick={() => setNoting(true)}>{t('verification.check_note')}</Button>
            }
          >
            {noted && (
              <p>
                <bdi>{noted.note}</bdi>{' '}
                <span className={textStyles.soft}>
                  <bdi>{noted.by}</bdi> · <DateTime at={noted.at} />
                </span>
              </p>
            )}
          </Alert>
        )}
        {held_back.length > 0 && (
          <Alert tone="neutral" title={t('verification.held_title')}>
            {held_back.map((reason) => (
              <p key={reason}>{t(`verification.held_${reason}`)}</p>
            ))}
          </Alert>
        )}
        {differs.length > 0 && (
          <Alert tone="warning" title={t('verification.check_differs')}>
            {differs.map((field) => (
              <p key={field}>
                {format.label(t(`verification.${field}`))}
                {values[field]}
              </p>
            ))}
          </Alert>
        )}
        <DescriptionList
          items={[
            { term: t('verification.check_result'), details: t(wordOf(state, reported)) },
            ...(name ? [{ term: t('verification.name'), details: values.name }] : []),
            ...(birth_on ? [{ term: t('verification.birth_on'), details: values.birth_on }] : []),
            ...(labels.length > 0
              ? [
                  {
                    term: t(reported ? 'verification.reported_reason' : 'verification.check_labels'),
                    details: <bdi>{labels.join(', ')}</bdi>,
                  },
                ]
              : []),
            ...(level ? [{ term: t('verification.check_level'), details: <bdi>{level}</bdi> }] : []),
            ...(applicant
              ? [
                  {
                    term: t(reported ? 'verification.reported_reference' : 'verification.check_applicant'),
                    details: <bdi>{applicant}</bdi>,
                  },
                ]
              : []),
          ]}
        />
      </div>
      {noting && <NoteDialog clientId={shown.row.client_id} checkId={check.id} onClose={() => setNoting(false)} />}
    </Card>
  );
}

/** A program reports only how a check has ended. */
const wordOf = (state: IdentityCheckForStaff['state'], isReported: boolean) =>
  isReported && (state === 'approved' || state === 'rejected')
    ? (`verification.state_${state}` as const)
    : (`verification.check_state_${state}` as const);

function NoteDialog({ clientId, checkId, onClose }: { clientId: string; checkId: string; onClose: () => void }) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const form = useCallForm({ note: '' });
  const submit = form.submit(async ({ note }) => {
    const body = { client_id: clientId, check_id: checkId, note };
    showCase(
      await sendOnce((idempotencyKey) =>
        call('POST /api/staff/verification/identity-check', { body }, { idempotencyKey }),
      ),
    );
    onClose();
  });
  return (
    <FormDialog
      title={t('verification.check_note')}
      confirmText={t('verification.check_note')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextAreaField
        {...form.field('note')}
        label={t('verification.check_note_words')}
        rows={3}
        maxLength={500}
        required
      />
    </FormDialog>
  );
}
