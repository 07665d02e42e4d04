import { articleCategories, type ArticleCategory } from '#contract/article-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Filters } from '#web/ui/Filters.tsx';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';

/** What a reader looks for; an empty string is no wish. */
export interface ArticleWish {
  words: string;
  category: ArticleCategory | '';
}

export const noWish: ArticleWish = { words: '', category: '' };

interface ArticleFiltersProps {
  wish: ArticleWish;
  onChange: (wish: ArticleWish) => void;
  isTileView: boolean;
  onShow: (asTiles: boolean) => void;
}

/** Narrows the articles down as it is filled in, and says how they are shown. */
export function ArticleFilters({ wish, onChange, isTileView, onShow }: ArticleFiltersProps) {
  const t = useText();
  return (
    <Filters label={t('articles.filter')}>
      <TextField
        type="search"
        label={t('articles.search')}
        value={wish.words}
        onChange={(event) => onChange({ ...wish, words: event.target.value })}
      />
      <SelectField
        label={t('articles.category')}
        value={wish.category}
        placeholder={t('articles.every_category')}
        options={articleCategories.map((value) => ({ value, label: t(`articles.category_${value}`) }))}
        onChange={(event) => onChange({ ...wish, category: event.target.value as ArticleWish['category'] })}
      />
      <div>
        <SegmentedControl
          label={t('articles.view')}
          value={isTileView ? 'tiles' : 'list'}
          options={[
            { value: 'tiles', label: t('articles.view_tiles') },
            { value: 'list', label: t('articles.view_list') },
          ]}
          onChange={(view) => onShow(view === 'tiles')}
        />
      </div>
    </Filters>
  );
}
