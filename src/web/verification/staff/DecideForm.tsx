import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { reasonChoicesQuery } from '#web/platform/forms/reason-options.ts';
import { useQueue } from '#web/platform/lists/queue.ts';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshCase, showCase } from './case-queries.ts';
import { RejectReasons } from './RejectReasons.tsx';
import { useDecideKeys } from './use-decide-keys.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';

interface DecideFormProps {
  clientId: string;
  /** Of the facts that the officer has seen. */
  factsVersion: string;
  document: VerificationCase['documents'][number];
  hasKeys: boolean;
}

/** Approves or rejects a document. The client reads the reasons with their advice, and the comment. */
export function DecideForm({ clientId, factsVersion, document, hasKeys }: DecideFormProps) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const [decision, setDecision] = useState<'approve' | 'reject'>('approve');
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const form = useCallForm({
    expires_on: document.expires_on ?? '',
    comment: '',
    private_comment: '',
    final: false,
    reasons: '',
  });
  const refuses = decision === 'reject';
  const choices = useQuery({ ...reasonChoicesQuery('document'), enabled: refuses });
  const toggle = (code: string) =>
    setReasons((chosen) => (chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code]));
  const frame = useRef<HTMLFormElement>(null);
  const { goOn } = useQueue('/admin/verification');
  const byKeys = useDecideKeys({ frame, hasKeys, refuses, reasons: choices.data, choose: setDecision, toggle });
  const submit = form.submit(async ({ expires_on, comment, private_comment, final }) => {
    const body = {
      client_id: clientId,
      document_id: document.id,
      facts_version: factsVersion,
      decision,
      ...(refuses && { reasons: [...reasons], final }),
      ...(!refuses && expires_on && { expires_on }),
      ...(comment && { comment }),
      ...(private_comment && { private_comment }),
    };
    const decided = sendOnce((idempotencyKey) =>
      call('POST /api/staff/verification/decide', { body }, { idempotencyKey }),
    );
    const after = await decided.catch((error: unknown) => refreshCase(clientId, error));
    showCase(after);
    toast({ text: t('verification.decided') });
    // Who decides by keys works through the queue; after a click one stays.
    if (byKeys.current && after.row.waiting.length === 0) goOn();
  });
  return (
    <form ref={frame} className={flowStyles.stack} noValidate onSubmit={submit}>
      <SegmentedControl
        label={t('verification.decision')}
        options={[
          { value: 'approve', label: t('verification.approve') },
          { value: 'reject', label: t('verification.refuse') },
        ]}
        value={decision}
        onChange={setDecision}
      />
      <FormErrors messages={form.messages} />
      {!refuses && document.kind === 'identity' && (
        <DateField {...form.field('expires_on')} label={t('verification.expires_on')} required />
      )}
      {refuses && (
        <fieldset
          className={flowStyles.stack}
          aria-invalid={form.field('reasons').error ? true : undefined}
          tabIndex={-1}
        >
          <legend>{t('verification.reasons')}</legend>
          {form.field('reasons').error && <p className={textStyles.error}>{form.field('reasons').error}</p>}
          <Async query={choices} skeleton={<SkeletonRows count={6} />}>
            {(list) => <RejectReasons reasons={list} chosen={reasons} hasKeys={hasKeys} onToggle={toggle} />}
          </Async>
        </fieldset>
      )}
      <TextAreaField {...form.field('comment')} label={t('verification.comment')} rows={2} maxLength={500} />
      <TextAreaField
        {...form.field('private_comment')}
        label={t('verification.private_comment')}
        rows={2}
        maxLength={500}
      />
      {refuses && <CheckboxField {...form.tick('final')} label={t('verification.final')} />}
      <div>
        <Button
          type="submit"
          variant="primary"
          aria-keyshortcuts={hasKeys && !refuses ? 'a' : undefined}
          busy={form.busy}
        >
          {t(refuses ? 'verification.refuse_now' : 'verification.approve_now')}
        </Button>
      </div>
    </form>
  );
}
