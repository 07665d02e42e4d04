import type { Reader } from '#contract/kernel/text/number-format.ts';
import type { NotificationKind } from '#contract/notifications/kinds.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { spoken, type Params } from './params.ts';

/** Kinds whose email says more than the other channels can say. */
const inOtherWords = new Set<NotificationKind>(['destination_confirm', 'ipo_supplement']);

/** What the bell and a device show of a notification. */
export function wordsOf(app: Pick<App, 'text' | 'settings'>, reader: Reader, kind: NotificationKind, params: Params) {
  const values = spoken(app, reader, params);
  return {
    title: app.text(reader.language, `emails.${kind}_heading`, values),
    text: app.text(reader.language, `emails.${kind}_${inOtherWords.has(kind) ? 'bell' : 'text'}`, values),
  };
}

/** Kinds whose heading names more than the event: whom or what it concerns. */
const namedApart = new Set<NotificationKind>([
  'tier_risen',
  'tier_fallen',
  'support_reply',
  'support_resolved',
  'support_moved',
  'payments_restricted',
  'payments_restriction_lifted',
  'legal_announced',
  'level_risen',
  'level_fallen',
  'approval_requested',
  'approval_declined',
  'approval_expired',
  'setting_changed',
  'setting_confirmed',
  'manager_assigned',
  'client_assigned',
  'client_unassigned',
  'staff_roles_changed',
  'network_overruled',
  'dealing_allowed',
  'dealing_ended',
  'administrator_made',
  'administrator_lost',
  'administrator_reset',
  'access_recovered',
  'break_glass_used',
]);

export const titleKey = (kind: NotificationKind) => `emails.${kind}_${namedApart.has(kind) ? 'name' : 'heading'}`;

/** What a kind is called where it is chosen about: its heading, or else a name of its own. */
export const titleOf = (app: Pick<App, 'text'>, language: Language, kind: NotificationKind) =>
  app.text(language, titleKey(kind));
