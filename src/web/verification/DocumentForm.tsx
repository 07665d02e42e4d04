import type { VerificationShown } from '#contract/verification/endpoints.ts';
import {
  isTwoSided,
  pagesPerDocument,
  typesOf,
  type DocumentKind,
  type DocumentType,
} from '#contract/verification/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { UploadField } from '#web/platform/files/UploadField.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useUploads } from '#web/platform/files/use-uploads.ts';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Guide } from './Guide.tsx';
import { Previews } from './Previews.tsx';
import { useDraft } from './use-draft.ts';
import { showVerification } from './verification-query.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';

interface DocumentFormProps {
  kind: DocumentKind;
  draft: VerificationShown['drafts'][number] | undefined;
  onDone: () => void;
}

/** A document with its files, seen before it is sent; kept as a draft until then. */
export function DocumentForm({ kind, draft, onDone }: DocumentFormProps) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const { files: _, ...before } = draft?.content ?? {};
  const form = useCallForm({
    type: typesOf[kind][0],
    number: '',
    expires_on: '',
    issued_on: '',
    files: '',
    ...before,
  });
  const type = form.values.type as DocumentType;
  const twoSided = isTwoSided(type);
  const uploads = useUploads('verification', twoSided ? 2 : pagesPerDocument, draft?.files);
  const sendForGood = useDraft(kind, { ...form.values, files: uploads.ids.join(',') });
  const send = form.submit(async ({ number, expires_on, issued_on }) => {
    const about =
      kind === 'identity' ? { number, ...(expires_on && { expires_on }) } : { ...(issued_on && { issued_on }) };
    const body = { kind, type, ...about, files: uploads.ids };
    const answer = await sendForGood(() =>
      sendOnce((idempotencyKey) => call('POST /api/verification/document', { body }, { idempotencyKey })),
    );
    uploads.clear();
    showVerification(answer);
    toast({ text: t('verification.sent') });
    onDone();
  });
  return (
    <form className={flowStyles.stack} noValidate onSubmit={send}>
      <Guide kind={kind} twoSided={twoSided} />
      <FormErrors messages={form.messages} />
      <SelectField
        {...form.field('type')}
        label={t('verification.type')}
        options={typesOf[kind].map((value) => ({ value, label: t(`verification.type_${value}`) }))}
        required
      />
      {kind === 'identity' ? (
        <div className={flowStyles.pair}>
          <TextField
            {...form.field('number')}
            label={t('verification.number')}
            maxLength={40}
            autoComplete="off"
            required
          />
          <DateField {...form.field('expires_on')} label={t('verification.expires_on')} required />
        </div>
      ) : (
        <DateField {...form.field('issued_on')} label={t('verification.issued_on')} required />
      )}
      <UploadField
        uploads={uploads}
        label={t('verification.files')}
        hint={t(twoSided ? 'verification.files_sides' : 'verification.files_pages')}
        camera={t('verification.take_photo')}
        error={form.field('files').error}
      />
      <Previews list={uploads.list} twoSided={twoSided} />
      <div className={flowStyles.row}>
        <Button type="submit" variant="primary" busy={form.busy || uploads.busy}>
          {t('verification.send')}
        </Button>
      </div>
    </form>
  );
}
