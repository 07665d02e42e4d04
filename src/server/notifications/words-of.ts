import type { NotificationKind } from '#contract/notification-names.ts';
import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { spoken, type Params } from './params.ts';

/** Kinds of which the letter says more than can be said elsewhere. */
const inOtherWords = new Set<NotificationKind>(['destination_confirm', 'ipo_supplement']);

/** What the bell and a device show of a notification. */
export function wordsOf(app: Pick<App, 'text' | 'house'>, language: Language, kind: NotificationKind, params: Params) {
  const values = spoken(app, language, params);
  return {
    title: app.text(language, `mails.${kind}_heading`, values),
    text: app.text(language, `mails.${kind}_${inOtherWords.has(kind) ? 'bell' : 'text'}`, values),
  };
}

/** Kinds of which the heading names more than what happened: whom or what it happened to. */
const namedApart = new Set<NotificationKind>([
  'tier_risen',
  'tier_fallen',
  'support_answer',
  'support_resolved',
  'support_moved',
  'level_risen',
  'level_fallen',
  'proposal_made',
  'proposal_declined',
  'proposal_lapsed',
  'setting_changed',
  'setting_confirmed',
  'manager_given',
  'client_given',
  'client_taken',
  'staff_roles_changed',
  'network_overruled',
  'dealing_allowed',
  'dealing_ended',
  'administrator_made',
  'administrator_lost',
  'administrator_reset',
  'staff_let_in',
]);

export const titleKey = (kind: NotificationKind) => `mails.${kind}_${namedApart.has(kind) ? 'name' : 'heading'}`;

/** What a kind is called where it is chosen about: its heading, or else a name of its own. */
export const titleOf = (app: Pick<App, 'text'>, language: Language, kind: NotificationKind) =>
  app.text(language, titleKey(kind));
