import { useState } from 'react';
import { languageNames, languages, type Language } from '#contract/kernel/languages.ts';
import { cannedNames } from '#contract/support/staff-names.ts';
import type { Canned } from '#contract/support/staff-endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { filled } from './canned-text.ts';
import { useSampleNames } from './use-sample-names.ts';
import styles from '../SupportStaff.module.css';
import { refreshCanned } from '../inbox-queries.ts';

interface CannedDialogProps {
  open: boolean;
  /** What is changed; undefined for a new one. */
  response: Canned | undefined;
  onClose: () => void;
}

const empty = Object.fromEntries(languages.map((language) => [language, ''])) as Record<Language, string>;

/** Writes an answer that is kept ready: its short word, English on one side and another language on the other. */
export function CannedDialog({ open, response, onClose }: CannedDialogProps) {
  const t = useText();
  const form = useCallForm({ shortcut: response?.shortcut ?? '', ...empty, ...response?.texts, texts: '' });
  const own = useLanguage();
  const [second, setSecond] = useState<Language>(own === 'en' ? 'de' : own);
  const submit = form.submit(async (values) => {
    const { shortcut } = values;
    const texts = Object.fromEntries(languages.map((each) => [each, values[each]]).filter(([, text]) => text?.trim()));
    await call('POST /api/staff/support/canned/save', { body: { was: response?.shortcut ?? null, shortcut, texts } });
    onClose();
    await refreshCanned();
  });
  const { error } = form.field('texts');
  return (
    <FormDialog
      open={open}
      wide
      title={t(response ? 'chats.change_answer' : 'chats.new_answer')}
      confirmText={t('common.save')}
      form={{ ...form, messages: [...form.messages, ...(error ? [error] : [])] }}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.sides}>
        <TextField
          {...form.field('shortcut')}
          label={t('chats.shortcut')}
          hint={t('chats.shortcut_hint')}
          maxLength={30}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          required
        />
        <SelectField
          label={t('chats.beside')}
          hint={t('chats.names_hint', { names: cannedNames.join(', ') })}
          options={languages
            .filter((each) => each !== 'en')
            .map((each) => ({
              value: each,
              label: form.values[each].trim()
                ? t('chats.language_has', { language: languageNames[each] })
                : languageNames[each],
            }))}
          value={second}
          onChange={({ target }) => setSecond(target.value as Language)}
        />
      </div>
      <div className={styles.sides}>
        <Side key="en" language="en" form={form} />
        <Side key={second} language={second} form={form} />
      </div>
    </FormDialog>
  );
}

interface SideProps {
  language: Language;
  form: { values: Record<Language, string>; field: (name: Language) => object };
}

function Side({ language, form }: SideProps) {
  const t = useText();
  const names = useSampleNames();
  const text = form.values[language];
  return (
    <div>
      <TextAreaField
        {...form.field(language)}
        label={languageNames[language]}
        lang={language}
        rows={7}
        maxLength={2000}
      />
      {text.trim() && (
        <p className={styles.preview} dir="auto" lang={language} aria-label={t('chats.preview')}>
          {filled(text, names)}
        </p>
      )}
    </div>
  );
}
