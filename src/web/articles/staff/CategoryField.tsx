import { articleCategories, type ArticleCategory } from '#contract/articles/names.ts';
import type { StaffArticle } from '#contract/articles/staff-endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { tookArticle } from './article-queries.ts';

/** The category of an article, for all its languages; saved as soon as it is chosen. */
export function CategoryField({ article: { id, category } }: { article: StaffArticle }) {
  const t = useText();
  const { run } = useAsyncAction();
  const choose = async (next: ArticleCategory) =>
    tookArticle(await call('POST /api/staff/articles/category', { body: { id, category: next } }));
  return (
    <SelectField
      label={t('articles.category')}
      value={category}
      options={articleCategories.map((value) => ({ value, label: t(`articles.category_${value}`) }))}
      onChange={({ target }) => run(() => choose(target.value as ArticleCategory))}
    />
  );
}
