import type { DeskArticle } from '#contract/articles-staff.ts';
import { contentNames, type ContentName } from '#contract/tier-names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useAct } from '#web/platform/forms/use-async-action.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { tookArticle } from './article-queries.ts';

/** Whose tier reads an article, in all its languages; kept as soon as it is chosen. */
export function ContentField({ article: { id, content } }: { article: DeskArticle }) {
  const t = useText();
  const { act } = useAct();
  const choose = async (next: ContentName) =>
    tookArticle(await call('POST /api/staff/articles/content', { body: { id, content: next } }));
  return (
    <SelectField
      label={t('articles.content')}
      value={content}
      options={contentNames.map((value) => ({ value, label: t(`articles.content_${value}`) }))}
      onChange={({ target }) => act(() => choose(target.value as ContentName))}
    />
  );
}
