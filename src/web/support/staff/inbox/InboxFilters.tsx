import { languageNames, languages } from '#contract/kernel/languages.ts';
import { inboxSorts, inboxViews } from '#contract/support/staff-names.ts';
import type { Inbox } from '#contract/support/staff-endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import type { InboxFilter } from './filter.ts';

interface InboxFiltersProps {
  filter: InboxFilter;
  counts: Inbox['counts'] | undefined;
  onChange: (filter: InboxFilter) => void;
}

/** Narrows the conversations of all clients down. */
export function InboxFilters({ filter, counts, onChange }: InboxFiltersProps) {
  const t = useText();
  const set = (name: keyof InboxFilter) => (event: { target: { value: string } }) =>
    onChange({ ...filter, [name]: event.target.value });
  const countOf = (view: string) => (counts && view in counts ? counts[view as keyof typeof counts] : '…');
  return (
    <Filters label={t('chats.filter')} above brief>
      <TextField
        type="search"
        label={t('chats.search')}
        placeholder={t('chats.search')}
        value={filter.search}
        maxLength={80}
        onChange={set('search')}
      />
      <SelectField
        label={t('chats.view')}
        options={inboxViews.map((value) => ({ value, label: t(`chats.view_${value}`, { count: countOf(value) }) }))}
        value={filter.view}
        onChange={set('view')}
      />
      <SelectField
        label={t('chats.sort')}
        options={inboxSorts.map((value) => ({ value, label: t(`chats.sort_${value}`) }))}
        value={filter.sort}
        onChange={set('sort')}
      />
      <SelectField
        label={t('chats.only')}
        placeholder={t('chats.only_any')}
        options={(['chat', 'ticket'] as const).map((value) => ({ value, label: t(`chats.only_${value}`) }))}
        value={filter.kind}
        onChange={set('kind')}
      />
      <SelectField
        label={t('chats.language')}
        placeholder={t('chats.every_language')}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={filter.language}
        onChange={set('language')}
      />
    </Filters>
  );
}
