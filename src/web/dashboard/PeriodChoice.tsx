import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateRangeField } from '#web/platform/forms/dates/DateRangeField.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from './Figures.module.css';
import { spans, type Choice, type Span } from './use-dashboard-choice.ts';

const lengths = { days_7: 7, days_30: 30, days_90: 90 } as const;

interface PeriodChoiceProps {
  choice: Choice;
  choose: (next: Partial<Choice>) => void;
  /** The days that are shown, from which own ones go on. */
  days: readonly string[];
}

/** Which days the dashboard shows. */
export function PeriodChoice({ choice: { span, from, to }, choose, days }: PeriodChoiceProps) {
  const t = useText();
  const format = useFormat();
  const labelOf = (name: Span) => {
    if (name === 'quarter' || name === 'days') return t(`dashboard.span_${name}`);
    return format.span(lengths[name], 'day');
  };
  return (
    <div className={styles.period}>
      <SegmentedControl
        label={t('dashboard.period')}
        options={spans.map((value) => ({ value, label: labelOf(value) }))}
        value={span}
        onChange={(next) =>
          choose({
            span: next,
            ...(next === 'days' ? { from: days[0] ?? '', to: days.at(-1) ?? '' } : { from: '', to: '' }),
          })
        }
      />
      {span === 'days' && <DateRangeField label={t('dashboard.period')} days={{ from, to }} onChange={choose} />}
      <p className={textStyles.soft}>{t('dashboard.compared')}</p>
    </div>
  );
}
