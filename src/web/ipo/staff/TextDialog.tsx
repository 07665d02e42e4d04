import { languageNames, type Language } from '#contract/kernel/languages.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { showStaffOffering, type StaffOfferingInfo } from './offering-queries.ts';
import { useFirstVersion } from './use-first-version.ts';

interface TextDialogProps {
  info: StaffOfferingInfo;
  language: Language;
  onClose: () => void;
}

const textMax = 4000;

/** What clients read about an offering in one language. */
export function TextDialog({ info: latest, language, onClose }: TextDialogProps) {
  const info = useFirstVersion(latest);
  const t = useText();
  const sendOnce = useIdempotentCall();
  const before = info.texts.find((text) => text.language === language);
  const form = useCallForm({ about: before?.about ?? '', risks: before?.risks ?? '' });
  const submit = form.submit(async ({ about, risks }) => {
    const body = { stock_id: info.stock_id, version: info.version, language, about, risks };
    const response = await sendOnce((idempotencyKey) => call('POST /api/staff/ipo/text', { body }, { idempotencyKey }));
    onClose();
    showStaffOffering(response);
    toast({ text: t('offerings.done') });
  });
  return (
    <FormDialog
      wide
      title={
        <>
          {t('offerings.action_write_text')} · <bdi lang={language}>{languageNames[language]}</bdi>
        </>
      }
      confirmText={t('common.save')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextAreaField
        {...form.field('about')}
        label={t('ipo.about')}
        lang={language}
        rows={8}
        maxLength={textMax}
        required
      />
      <TextAreaField
        {...form.field('risks')}
        label={t('ipo.risks')}
        lang={language}
        rows={8}
        maxLength={textMax}
        required
      />
    </FormDialog>
  );
}
