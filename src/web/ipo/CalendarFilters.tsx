import type { Offering } from '#contract/ipo.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Filters } from '#web/ui/Filters.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';

/** What a client looks for on the calendar; an empty string is no wish. */
export interface CalendarWish {
  words: string;
  state: Offering['state'] | '';
}

export const noWish: CalendarWish = { words: '', state: '' };

const states = ['announced', 'open', 'closed', 'priced', 'listed', 'withdrawn'] as const satisfies Offering['state'][];

interface CalendarFiltersProps {
  wish: CalendarWish;
  onChange: (wish: CalendarWish) => void;
}

/** Narrows the calendar down as it is filled in. */
export function CalendarFilters({ wish, onChange }: CalendarFiltersProps) {
  const t = useText();
  return (
    <Filters label={t('ipo.filter')}>
      <TextField
        type="search"
        label={t('ipo.search')}
        value={wish.words}
        onChange={(event) => onChange({ ...wish, words: event.target.value })}
      />
      <SelectField
        label={t('ipo.state')}
        value={wish.state}
        placeholder={t('ipo.every_state')}
        options={states.map((value) => ({ value, label: t(`ipo.state_${value}`) }))}
        onChange={(event) => onChange({ ...wish, state: event.target.value as CalendarWish['state'] })}
      />
    </Filters>
  );
}
