import type { ChangeEvent } from 'react';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from '../SupportStaff.module.css';
import { readHours } from './hours-text.ts';
import { weekdays } from './draft.ts';

type Name = `hours_${(typeof weekdays)[number]}`;

interface HoursFieldsProps {
  form: {
    field: (name: Name) => {
      name: string;
      value: string;
      error: string | undefined;
      onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    };
  };
  disabled: boolean;
}

/** The hours of each weekday, on one line each. */
export function HoursFields({ form, disabled }: HoursFieldsProps) {
  const t = useText();
  const format = useFormat();
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend>{t('chats.setting_intervals')}</legend>
      <p className={textStyles.soft}>{t('chats.hours_hint')}</p>
      <div className={styles.fields}>
        {weekdays.map((day) => {
          const field = form.field(`hours_${day}`);
          const isReadable = readHours(field.value, day) !== undefined;
          return (
            <TextField
              key={day}
              {...field}
              label={format.weekday(day)}
              placeholder={t('chats.closed_day')}
              error={isReadable ? field.error : t('chats.hours_unreadable')}
              dir="ltr"
            />
          );
        })}
      </div>
    </fieldset>
  );
}
