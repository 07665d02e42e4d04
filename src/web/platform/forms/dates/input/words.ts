import { translate } from '../../../i18n/i18n.tsx';

/** What React Aria has screen readers say, under the names by which it asks for it. */
const words = {
  Empty: () => translate('common.part_empty'),
  dateSelected: ({ date }: { date: string }) => selected(date),
  selectedDateDescription: ({ date }: { date: string }) => selected(date),
  selectedTimeDescription: ({ time }: { time: string }) => selected(time),
  selectedRangeDescription: ({ dateRange }: { dateRange: string }) => selected(dateRange),
  dateRange: ({ startDate, endDate }: { startDate: string; endDate: string }) => `${startDate} – ${endDate}`,
  todayDate: ({ date }: { date: string }) => today(date),
  todayDateSelected: ({ date }: { date: string }) => selected(today(date)),
  minimumDate: () => translate('common.date_earliest'),
  maximumDate: () => translate('common.date_latest'),
  startRangeSelectionPrompt: () => translate('common.from_day'),
  finishRangeSelectionPrompt: () => translate('common.to_day'),
  previous: () => translate('common.previous_month'),
  next: () => translate('common.next_month'),
};

function selected(value: string): string {
  return translate('common.value_selected', { value });
}

function today(day: string): string {
  return translate('common.day_today', { day });
}

const askers = [
  '@react-aria/calendar',
  '@react-aria/datepicker',
  '@react-aria/spinbutton',
  '@react-stately/datepicker',
];

/**
 * The words stand where a server would leave them for React Aria, and instead of those it brings, in 34 languages, which
 * the build leaves out (`scripts/vite/react-aria.ts`). The locale is one in name only: each word is of the page's
 * language when it is asked for.
 */
Object.assign(window, {
  [Symbol.for('react-aria.i18n.locale')]: 'en',
  [Symbol.for('react-aria.i18n.strings')]: Object.fromEntries(askers.map((name) => [name, words])),
});
