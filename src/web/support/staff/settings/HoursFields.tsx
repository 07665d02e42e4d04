import { Plus, X } from 'lucide-react';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { TimeField } from '#web/platform/forms/dates/TimeField.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import textStyles from '#web/ui/Text.module.css';
import supportStyles from '../SupportStaff.module.css';
import { weekdays } from './draft.ts';
import { readHours, spansOf, textOf, type Span } from './hours-text.ts';
import { cx } from '#web/ui/cx.ts';
import { hiddenLabels } from '#web/ui/VisuallyHidden.tsx';
import styles from './HoursFields.module.css';

type Name = `hours_${(typeof weekdays)[number]}`;

interface HoursFieldsProps {
  form: { values: Record<Name, string>; set: (name: Name, value: string) => void };
  disabled: boolean;
}

/** The hours of each weekday, one line each; a day without any is free. */
export function HoursFields({ form, disabled }: HoursFieldsProps) {
  const t = useText();
  return (
    <fieldset className={supportStyles.group} disabled={disabled}>
      <legend>{t('chats.setting_intervals')}</legend>
      <div className={styles.week}>
        {weekdays.map((day) => (
          <Day
            key={day}
            day={day}
            disabled={disabled}
            text={form.values[`hours_${day}`]}
            set={(text) => form.set(`hours_${day}`, text)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface DayProps {
  day: (typeof weekdays)[number];
  disabled: boolean;
  text: string;
  set: (text: string) => void;
}

function Day({ day, disabled, text, set }: DayProps) {
  const t = useText();
  const name = useFormat().weekday(day);
  const spans = spansOf(text);
  const change = (at: number, span: Span) => set(textOf(spans.with(at, span)));
  return (
    <div role="group" aria-label={name} className={styles.day}>
      <span className={styles.name}>{name}</span>
      <div className={styles.spans}>
        {spans.length === 0 && <span className={textStyles.soft}>{t('chats.closed_day')}</span>}
        {spans.map(([from, until], at) => (
          // A span is known by nothing but its place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className={cx(styles.span, hiddenLabels)}>
            <TimeField
              label={t('chats.hours_from')}
              value={from}
              disabled={disabled}
              onChange={({ target }) => change(at, [target.value, until])}
            />
            –
            <TimeField
              label={t('chats.hours_until')}
              value={until}
              disabled={disabled}
              onChange={({ target }) => change(at, [from, target.value])}
            />
            <IconButton label={t('chats.remove_hours')} onClick={() => set(textOf(spans.toSpliced(at, 1)))}>
              <X {...icon} />
            </IconButton>
          </div>
        ))}
        <IconButton label={t('chats.add_hours')} onClick={() => set(textOf([...spans, ['', '']]))}>
          <Plus {...icon} />
        </IconButton>
        {readHours(text, day) === undefined && <p className={textStyles.error}>{t('chats.hours_unreadable')}</p>}
      </div>
    </div>
  );
}
