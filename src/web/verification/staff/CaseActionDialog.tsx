import { useState } from 'react';
import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import { documentKinds, type DocumentKind } from '#contract/verification/names.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useConfirmKey } from '#web/platform/keys/use-confirm-key.ts';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { refreshCase, showCase } from './case-queries.ts';

export type CaseAction = 'take_over' | 'confirm_phone' | 'request_document';

/** What each act needs in words, and under which name the server takes it. */
const words = { take_over: 'note', confirm_phone: 'how', request_document: 'comment' } as const;

interface CaseActionDialogProps {
  action: CaseAction;
  shown: VerificationCase;
  onClose: () => void;
}

/** Asks for the comment of an action, and does it once. */
export function CaseActionDialog({ action, shown, onClose }: CaseActionDialogProps) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  useConfirmKey();
  const field = words[action];
  // The phone number in the dialog, even if the client has another by the time it is sent.
  const [{ facts, facts_version }] = useState(shown);
  const form = useCallForm({ kind: 'identity', note: '', how: '', comment: '' });
  const submit = form.submit(async ({ kind, note, how, comment }) => {
    const { client_id } = shown.row;
    const response = sendOnce((idempotencyKey) => {
      if (action === 'take_over')
        return call('POST /api/staff/verification/assign', { body: { client_id, note } }, { idempotencyKey });
      if (action === 'confirm_phone')
        return call(
          'POST /api/staff/verification/phone',
          { body: { client_id, facts_version, how } },
          { idempotencyKey },
        );
      const body = { client_id, kind: kind as DocumentKind, comment };
      return call('POST /api/staff/verification/request-document', { body }, { idempotencyKey });
    });
    showCase(await response.catch((error: unknown) => refreshCase(client_id, error)));
    onClose();
  });
  return (
    <FormDialog
      title={t(`verification.action_${action}`)}
      confirmText={t(`verification.action_${action}`)}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      {action === 'confirm_phone' && (
        <DescriptionList items={[{ term: t('verification.phone'), details: <bdi>{facts.phone}</bdi> }]} />
      )}
      {action === 'request_document' && (
        <SelectField
          {...form.field('kind')}
          label={t('verification.what')}
          options={documentKinds.map((value) => ({ value, label: t(`verification.need_${value}`) }))}
          required
        />
      )}
      <TextAreaField
        {...form.field(field)}
        label={t(`verification.words_${action}`)}
        rows={3}
        maxLength={500}
        required
      />
    </FormDialog>
  );
}
