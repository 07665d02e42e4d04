import { useState } from 'react';
import type { VerificationCase } from '#contract/verification-staff.ts';
import { documentKinds, type DocumentKind } from '#contract/verification-names.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIntent } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { lookAnew, showCase } from './case-queries.ts';

export type CaseAct = 'take_over' | 'confirm_phone' | 'ask';

/** What each act needs in words, and under which name the server takes it. */
const words = { take_over: 'note', confirm_phone: 'how', ask: 'comment' } as const;

interface CaseActDialogProps {
  act: CaseAct;
  shown: VerificationCase;
  onClose: () => void;
}

/** Asks for the words of an act, and does it once. */
export function CaseActDialog({ act, shown, onClose }: CaseActDialogProps) {
  const t = useText();
  const once = useIntent();
  const field = words[act];
  // The number that stands in the dialog, though the client has another by the time it is sent.
  const [{ facts, facts_version }] = useState(shown);
  const form = useCallForm({ kind: 'identity', note: '', how: '', comment: '' });
  const submit = form.submit(async ({ kind, note, how, comment }) => {
    const { client_id } = shown.row;
    const answer = once((idempotencyKey) => {
      if (act === 'take_over')
        return call('POST /api/staff/verification/take', { body: { client_id, note } }, { idempotencyKey });
      if (act === 'confirm_phone')
        return call(
          'POST /api/staff/verification/phone',
          { body: { client_id, facts_version, how } },
          { idempotencyKey },
        );
      const body = { client_id, kind: kind as DocumentKind, comment };
      return call('POST /api/staff/verification/ask', { body }, { idempotencyKey });
    });
    showCase(await answer.catch((error: unknown) => lookAnew(client_id, error)));
    onClose();
  });
  return (
    <FormDialog
      title={t(`verification.act_${act}`)}
      confirmText={t(`verification.act_${act}`)}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      {act === 'confirm_phone' && (
        <DescriptionList items={[{ term: t('verification.phone'), details: <bdi>{facts.phone}</bdi> }]} />
      )}
      {act === 'ask' && (
        <SelectField
          {...form.field('kind')}
          label={t('verification.what')}
          options={documentKinds.map((value) => ({ value, label: t(`verification.need_${value}`) }))}
          required
        />
      )}
      <TextAreaField {...form.field(field)} label={t(`verification.words_${act}`)} rows={3} maxLength={500} required />
    </FormDialog>
  );
}
