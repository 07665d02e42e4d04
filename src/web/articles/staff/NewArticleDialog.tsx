import { useRouter } from '@tanstack/react-router';
import { articleCategories, articleLimits, type ArticleCategory } from '#contract/articles/names.ts';
import { languageNames, languages, type Language } from '#contract/kernel/languages.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { pathIn, useLanguage } from '#web/platform/i18n/language.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { tookArticle } from './article-queries.ts';

/** Begins an article; the rest is written on its own screen. */
export function NewArticleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
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
    <FormDialog
      open={open}
      title={t('articles.new_article')}
      confirmText={t('articles.create_draft')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField {...form.field('title')} label={t('articles.title_field')} maxLength={articleLimits.title} required />
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
    </FormDialog>
  );
}
