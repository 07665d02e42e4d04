import type { SupportSettings } from '#contract/support/settings.ts';
import { hoursText, readHours } from './hours-text.ts';

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export const supportTiers = ['standard', 'silver', 'gold', 'platinum', 'vip'] as const;
export const supportNumbers = ['warn_minutes', 'reopen_days', 'resolve_factor', 'unread_email_minutes'] as const;

/** The settings in the fields of a form. */
export type SettingsDraft = Record<
  | 'time_zone'
  | 'holidays'
  | `hours_${(typeof weekdays)[number]}`
  | `tier_${(typeof supportTiers)[number]}`
  | (typeof supportNumbers)[number]
  | 'chat_to_ticket_minutes',
  string
>;

export const draftOf = (settings: SupportSettings): SettingsDraft =>
  Object.fromEntries([
    ['time_zone', settings.time_zone],
    ['holidays', settings.holidays.join(' ')],
    ...weekdays.map((day) => [`hours_${day}`, hoursText(settings.intervals, day)]),
    ...settings.tiers.map(({ tier, hours }) => [`tier_${tier}`, String(hours)]),
    ...supportNumbers.map((name) => [name, String(settings[name])]),
    ['chat_to_ticket_minutes', String(settings.chat_to_ticket_minutes ?? '')],
  ]) as SettingsDraft;

/** @returns null while the hours of some day cannot be read, or a number is none */
export function settingsOf(draft: SettingsDraft): SupportSettings | null {
  const intervals = weekdays.map((day) => readHours(draft[`hours_${day}`], day));
  const tiers = supportTiers.map((tier) => ({ tier, hours: Number(draft[`tier_${tier}`]) }));
  const [warn_minutes = 0, reopen_days = 0, resolve_factor = 0, unread_email_minutes = 0] = supportNumbers.map((name) =>
    Number(draft[name]),
  );
  // An empty field is never.
  const chat_to_ticket_minutes = draft.chat_to_ticket_minutes === '' ? null : Number(draft.chat_to_ticket_minutes);
  const numbers = [
    ...tiers.map(({ hours }) => hours),
    warn_minutes,
    reopen_days,
    resolve_factor,
    unread_email_minutes,
    chat_to_ticket_minutes ?? 1,
  ];
  if (intervals.includes(undefined) || !numbers.every((number) => Number.isInteger(number) && number > 0)) return null;
  return {
    time_zone: draft.time_zone,
    intervals: intervals.flatMap((hours) => hours ?? []),
    holidays: holidaysOf(draft.holidays),
    tiers,
    warn_minutes,
    reopen_days,
    resolve_factor,
    unread_email_minutes,
    chat_to_ticket_minutes,
  };
}

export const holidaysOf = (text: string): string[] => text.split(' ').filter(Boolean);
