import { TextField } from '#web/ui/forms/TextField.tsx';
import { isBackwards, type Days } from './days-in-order.ts';
import { useText } from '../i18n/i18n.tsx';

interface DaysFieldsProps {
  days: Days;
  onChange: (days: Partial<Days>) => void;
}

/** Filters a list by a period of days; shows an error while it ends before it begins. */
export function DaysFields({ days, onChange }: DaysFieldsProps) {
  const t = useText();
  const { from, to } = days;
  return (
    <>
      <TextField
        type="date"
        label={t('common.from_day')}
        value={from}
        max={to}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextField
        type="date"
        label={t('common.to_day')}
        value={to}
        min={from}
        error={isBackwards(days) ? t('common.days_backwards') : undefined}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </>
  );
}
