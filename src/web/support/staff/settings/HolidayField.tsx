import { X } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from '../SupportStaff.module.css';
import { holidaysOf } from './draft.ts';

interface HolidayFieldProps {
  /** Days such as `2026-12-25`, with blanks between them. */
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
}

/** The days on which support does not work. */
export function HolidayField({ value, onChange, disabled }: HolidayFieldProps) {
  const t = useText();
  const format = useFormat();
  const [day, setDay] = useState('');
  const days = holidaysOf(value);
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend>{t('chats.setting_holidays')}</legend>
      {days.length === 0 ? (
        <p className={textStyles.soft}>{t('chats.no_holidays')}</p>
      ) : (
        <ul className={styles.days}>
          {days.map((each) => (
            <li key={each}>
              {format.day(each)}
              <IconButton
                label={t('chats.remove_day', { day: format.day(each) })}
                onClick={() => onChange(days.filter((other) => other !== each).join(' '))}
              >
                <X {...icon} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.adding}>
        <DateField
          label={t('chats.day')}
          value={day}
          disabled={disabled}
          onChange={({ target }) => setDay(target.value)}
        />
        <Button
          disabled={disabled || day === '' || days.includes(day)}
          onClick={() => {
            onChange([...days, day].toSorted().join(' '));
            setDay('');
          }}
        >
          {t('chats.add_day')}
        </Button>
      </div>
    </fieldset>
  );
}
