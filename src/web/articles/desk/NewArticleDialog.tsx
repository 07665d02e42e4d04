import { useRouter } from '@tanstack/react-router';
import { useId } from 'react';
import { articleCategories, articleLimits, type ArticleCategory } from '#contract/article-names.ts';
import { languageNames, languages, type Language } from '#contract/languages.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { pathIn, useLanguage } from '#web/platform/language.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './Desk.module.css';
import { tookArticle } from './desk-queries.ts';

/** Begins an article; the rest is written on its own screen. */
export function NewArticleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const formId = useId();
  const router = useRouter();
  const own = useLanguage();
  const form = useCallForm({ title: '', language: 'en', category: 'market' });
  const submit = form.submit(async ({ title, language, category }) => {
    const body = { title, language: language as Language, category: category as ArticleCategory };
    const article = await call('POST /api/staff/articles/create', { body });
    tookArticle(article);
    onClose();
    await router.navigate({ href: pathIn(own, `/admin/articles/${article.id}`) });
  });
  return (
    <Dialog
      open={open}
      title={t('articles.new_article')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('articles.begin')}
      confirmForm={formId}
      busy={form.busy}
      onClear={onClose}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={submit}>
        <FormErrors messages={form.messages} />
        <TextField
          {...form.field('title')}
          label={t('articles.title_field')}
          maxLength={articleLimits.title}
          required
        />
        <SelectField
          {...form.field('language')}
          label={t('articles.language')}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <SelectField
          {...form.field('category')}
          label={t('articles.category')}
          options={articleCategories.map((value) => ({ value, label: t(`articles.category_${value}`) }))}
        />
      </form>
    </Dialog>
  );
}
