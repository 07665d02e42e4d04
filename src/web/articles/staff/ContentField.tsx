import type { StaffArticle } from '#contract/articles/staff-endpoints.ts';
import { contentNames, type ContentName } from '#contract/portfolio/tier-names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { tookArticle } from './article-queries.ts';

/** The tier that may read an article, for all its languages; saved as soon as it is chosen. */
export function ContentField({ article: { id, content } }: { article: StaffArticle }) {
  const t = useText();
  const { run } = useAsyncAction();
  const choose = async (next: ContentName) =>
    tookArticle(await call('POST /api/staff/articles/content', { body: { id, content: next } }));
  return (
    <SelectField
      label={t('articles.content')}
      value={content}
      options={contentNames.map((value) => ({ value, label: t(`articles.content_${value}`) }))}
      onChange={({ target }) => run(() => choose(target.value as ContentName))}
    />
  );
}
