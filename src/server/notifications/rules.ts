import { termsOf, type NotificationKind } from '#contract/notifications/kinds.ts';
import { notificationChannels, type DeliveryState, type NotificationChannel } from '#contract/notifications/names.ts';

/** The preferences of a person. A channel without a choice is on. */
export interface Preferences {
  preferences: Partial<Record<NotificationChannel, boolean>>;
  timeZone: string;
  /** Minutes of the person's day. */
  quiet: { from: number; to: number } | null;
  digest: boolean;
  /** Whether the person has push on any device. */
  hasDevice: boolean;
}

/** The outcome of a notification on a channel. */
export interface Fate {
  channel: NotificationChannel;
  state: DeliveryState;
  reason: 'choice' | 'quiet' | 'digest' | null;
  dueAt: Date | null;
}

/** When the summary of a day comes, in minutes of the reader's day. */
const digestAt = 8 * 60;
const dayMinutes = 1440;

/** Decides for each channel of a kind; the bell rings at once, and what is urgent waits for nothing. */
export function decide(kind: NotificationKind, preferences: Preferences, now: Date): Fate[] {
  const { channels, urgent = false } = termsOf(kind);
  return notificationChannels.flatMap((channel): Fate[] => {
    const way = channels[channel];
    if (!way || (channel === 'push' && !preferences.hasDevice)) return [];
    const isEnabled = way === 'always' || (preferences.preferences[channel] ?? true);
    if (!isEnabled) return [{ channel, state: 'suppressed', reason: 'choice', dueAt: null }];
    if (channel === 'bell') return [{ channel, state: 'sent', reason: null, dueAt: null }];
    return [{ channel, ...(urgent ? atOnce : whenConvenient(preferences, now)) }];
  });
}

const atOnce = { state: 'queued', reason: null, dueAt: null } as const;

function whenConvenient(preferences: Preferences, now: Date): Omit<Fate, 'channel'> {
  if (preferences.digest) {
    const at = nextAt(now, preferences.timeZone, digestAt);
    return { state: 'held', reason: 'digest', dueAt: quietUntil(preferences, at) ?? at };
  }
  const dueAt = quietUntil(preferences, now);
  return dueAt ? { state: 'held', reason: 'quiet', dueAt } : atOnce;
}

/** When the quiet hours around an instant end; null when it is outside of them. */
function quietUntil({ quiet, timeZone }: Preferences, at: Date): Date | null {
  if (!quiet) return null;
  const minute = minuteOf(at, timeZone);
  const since = (minute - quiet.from + dayMinutes) % dayMinutes;
  const length = (quiet.to - quiet.from + dayMinutes) % dayMinutes;
  return since < length ? nextAt(at, timeZone, quiet.to) : null;
}

/** The next instant at which a clock of the zone shows the minute of the day; where clocks jump over it, just after. */
function nextAt(now: Date, timeZone: string, minute: number): Date {
  const whole = Math.floor(now.getTime() / 60_000) * 60_000;
  const ahead = (minute - minuteOf(now, timeZone) + dayMinutes) % dayMinutes || dayMinutes;
  const guess = new Date(whole + ahead * 60_000);
  // Clocks may have been put forward or back in between.
  const off = ((minute - minuteOf(guess, timeZone) + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2;
  return new Date(guess.getTime() + off * 60_000);
}

function minuteOf(at: Date, timeZone: string): number {
  const style = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  const [hours = 0, minutes = 0] = new Intl.DateTimeFormat('en-GB', style).format(at).split(':').map(Number);
  return hours * 60 + minutes;
}
