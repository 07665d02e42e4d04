import { useState } from 'react';
import { languageNames, languages, type Language } from '#contract/kernel/languages.ts';
import type { CataloguedReason } from '#contract/reasons/endpoints.ts';
import type { ReasonPurpose } from '#contract/reasons/names.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import styles from './Reasons.module.css';
import { showCatalogue } from './reasons-query.ts';

interface ReasonDialogProps {
  purpose: ReasonPurpose;
  /** What gets another text; undefined for a new one. */
  reason: CataloguedReason | undefined;
  fallback: Language;
  onClose: () => void;
}

type Values = Record<`title_${Language}` | `fix_${Language}`, string>;

const valuesOf = (reason: CataloguedReason | undefined): Values =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const text = reason?.texts.find((each) => each.language === language);
      return [
        [`title_${language}`, text?.title ?? ''],
        [`fix_${language}`, text?.fix ?? ''],
      ];
    }),
  ) as Values;

/** Edits one of the broker’s reasons: what it is and what resolves it, in the languages that are filled in. */
export function ReasonDialog({ purpose, reason, fallback, onClose }: ReasonDialogProps) {
  const t = useText();
  const format = useFormat();
  const own = useLanguage();
  const [language, setLanguage] = useState<Language>(own);
  const form = useCallForm({ code: reason?.code ?? '', texts: '', ...valuesOf(reason) });
  const filled = (each: Language) => form.values[`title_${each}`].trim() !== '';
  const missing = languages.filter((each) => !filled(each));
  const submit = form.submit(async (values) => {
    const texts = languages
      .filter((each) => values[`title_${each}`].trim() || values[`fix_${each}`].trim())
      .map((each) => ({ language: each, title: values[`title_${each}`], fix: values[`fix_${each}`] }));
    showCatalogue(
      reason
        ? await call('POST /api/staff/reasons/write', {
            body: { purpose, code: reason.code, version: reason.version, texts },
          })
        : await call('POST /api/staff/reasons/add', { body: { purpose, code: values.code, texts } }),
    );
    onClose();
    toast({ text: t('reasons.saved') });
  });
  return (
    <FormDialog
      title={t(reason ? 'reasons.edit_title' : 'reasons.add_title', { purpose: t(`reasons.purpose_${purpose}`) })}
      confirmText={t('common.save')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      {reason && <p className={styles.soft}>{t('reasons.edit_explained')}</p>}
      {!reason && (
        <TextField
          {...form.field('code')}
          label={t('reasons.code')}
          hint={t('reasons.code_hint')}
          maxLength={40}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          required
        />
      )}
      <SelectField
        label={t('reasons.language')}
        options={languages.map((each) => ({
          value: each,
          label: filled(each) ? t('reasons.written', { language: languageNames[each] }) : languageNames[each],
        }))}
        value={language}
        onChange={({ target }) => setLanguage(target.value as Language)}
      />
      <TextField
        key={`title_${language}`}
        {...form.field(`title_${language}`)}
        label={t('reasons.title_field')}
        lang={language}
        dir="auto"
        maxLength={200}
        required
      />
      <TextAreaField
        key={`fix_${language}`}
        {...form.field(`fix_${language}`)}
        label={t('reasons.fix')}
        hint={t('reasons.fix_hint')}
        lang={language}
        dir="auto"
        rows={3}
        maxLength={300}
      />
      {missing.length > 0 && (
        <p className={styles.soft}>
          {t(fallback === 'en' ? 'reasons.missing_english' : 'reasons.missing', {
            languages: format.list(missing.map((each) => languageNames[each])),
            language: languageNames[fallback],
          })}
        </p>
      )}
    </FormDialog>
  );
}
