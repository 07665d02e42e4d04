import { articleCategories, type ArticleCategory } from '#contract/articles/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';

/** The reader's filter; an empty string is no filter. */
export interface ArticleFilter {
  words: string;
  category: ArticleCategory | '';
}

export const noFilter: ArticleFilter = { words: '', category: '' };

interface ArticleFiltersProps {
  filter: ArticleFilter;
  onChange: (filter: ArticleFilter) => void;
  isTileView: boolean;
  onShow: (asTiles: boolean) => void;
}

/** Filters the articles as it is filled in, and chooses how they are shown. */
export function ArticleFilters({ filter, onChange, isTileView, onShow }: ArticleFiltersProps) {
  const t = useText();
  return (
    <Filters label={t('articles.filter')} brief>
      <TextField
        type="search"
        label={t('articles.search')}
        placeholder={t('articles.search')}
        value={filter.words}
        onChange={(event) => onChange({ ...filter, words: event.target.value })}
      />
      <SelectField
        label={t('articles.category')}
        value={filter.category}
        placeholder={t('articles.every_category')}
        options={articleCategories.map((value) => ({ value, label: t(`articles.category_${value}`) }))}
        onChange={(event) => onChange({ ...filter, category: event.target.value as ArticleFilter['category'] })}
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
