import type { NotificationChannel, NotificationGroup } from './names.ts';

/** How a kind of notification reaches a person. */
export interface Terms {
  group: NotificationGroup;
  /** By which channels: `always`, or by the person's choice. A channel that is not named is not used. */
  channels: Partial<Record<NotificationChannel, 'always' | 'choice'>>;
  /** Also goes to a person who cannot sign in: with a closed account, or blocked. */
  barred?: true;
  /** Concerns only people who work here: the settings of others do not name it. */
  staff?: true;
  /** Waits neither for the end of quiet hours nor for the daily summary. */
  urgent?: true;
  /** A person is waiting at a screen for it: its email does not queue behind the others. */
  awaited?: true;
}

export const optional = { bell: 'choice', email: 'choice', push: 'choice' } as const;
/** The person has to decide, or loses something if the message is late. */
export const pressing = { channels: { bell: 'always', email: 'always', push: 'always' }, urgent: true } as const;
export const security = { group: 'security', ...pressing } as const;
/** An email that a person waits for: it has a link or a code, or the person requested it. */
export const emailOnly = { channels: { email: 'always' }, urgent: true } as const;
export const awaited = { group: 'security', ...emailOnly, awaited: true } as const;
export const staffSecurity = { ...security, staff: true } as const;
