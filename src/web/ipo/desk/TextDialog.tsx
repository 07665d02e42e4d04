import { useId } from 'react';
import { languageNames, type Language } from '#contract/languages.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useIntent } from '#web/platform/intent-key.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from '../Stack.module.css';
import { showDeskOffering, type DeskInfo } from './desk-queries.ts';
import { useBegun } from './use-begun.ts';

interface TextDialogProps {
  info: DeskInfo;
  language: Language;
  onClose: () => void;
}

const textMax = 4000;

/** What clients read about an offering in one language. */
export function TextDialog({ info: latest, language, onClose }: TextDialogProps) {
  const info = useBegun(latest);
  const t = useText();
  const formId = useId();
  const once = useIntent();
  const before = info.texts.find((text) => text.language === language);
  const form = useCallForm({ about: before?.about ?? '', risks: before?.risks ?? '' });
  const submit = form.submit(async ({ about, risks }) => {
    const body = { stock_id: info.stock_id, version: info.version, language, about, risks };
    const answer = await once((idempotencyKey) => call('POST /api/staff/ipo/text', { body }, { idempotencyKey }));
    onClose();
    showDeskOffering(answer);
    toast({ text: t('offerings.done') });
  });
  return (
    <Dialog
      open
      wide
      title={
        <>
          {t('offerings.act_write_text')} · <bdi lang={language}>{languageNames[language]}</bdi>
        </>
      }
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('common.save')}
      confirmForm={formId}
      busy={form.busy}
      onClear={onClose}
    >
      <form id={formId} className={styles.stack} noValidate onSubmit={submit}>
        <FormErrors messages={form.messages} />
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
      </form>
    </Dialog>
  );
}
