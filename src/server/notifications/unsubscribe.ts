import { kinds, termsOf, type NotificationKind } from '#contract/notifications/kinds.ts';
import type { NotificationGroup } from '#contract/notifications/names.ts';
import {
  groupsToLeave,
  optionalKinds,
  unsubscribable,
  type Unsubscribable,
} from '#contract/notifications/preferences.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { Unsubscription } from '#contract/notifications/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Config } from '#server/platform/config/config.ts';
import { isId } from '#server/platform/id.ts';
import { notFound } from '#server/platform/refusal.ts';
import { equalSecrets, sign } from '#server/platform/secrets/token.ts';
import { storeGroupPreferences, storeKindPreference, readPreferences } from './preferences.ts';
import { titleOf } from './words-of.ts';

const signature = ({ appSecret }: Pick<Config, 'appSecret'>, personId: string, what: Unsubscribable) =>
  sign(appSecret, 'unsubscribe', `${personId}.${what}`);

/**
 * Names a person and what they unsubscribe from. It is signed, so that it is of no use for another person and turns off
 * no more than that kind or its group. It never expires.
 */
export function unsubscribeToken(config: Pick<Config, 'appSecret'>, personId: string, what: Unsubscribable): string {
  return `${personId}.${what}.${signature(config, personId, what)}`;
}

/** @throws Refusal http.not_found for what we have not signed */
function readToken(config: Pick<Config, 'appSecret'>, token: string): { personId: string; what: Unsubscribable } {
  const [personId = '', name = '', signed = '', ...more] = token.split('.');
  const what = unsubscribable.find((each) => each === name);
  const isOurs = what && isId(personId) && more.length === 0 && equalSecrets(signed, signature(config, personId, what));
  if (!isOurs) throw notFound();
  return { personId, what };
}

const isKind = (what: Unsubscribable): what is NotificationKind => kinds.some((kind) => kind === what);

const groupsOf = (what: NotificationGroup | 'all') => (what === 'all' ? groupsToLeave : [what]);

function describe(app: App, language: Language, what: Unsubscribable): Omit<Unsubscription, 'ended'> {
  if (isKind(what)) return { what: 'kind', group: termsOf(what).group, title: titleOf(app, language, what) };
  return { what: what === 'all' ? 'all' : 'group', group: what === 'all' ? null : what, title: null };
}

/**
 * What a link would turn off, and whether that is off already. Changes nothing, because mail programs open links in
 * advance.
 */
export async function showUnsubscription(app: App, language: Language, token: string): Promise<Unsubscription> {
  const { personId, what } = readToken(app.config, token);
  const isEnabled = await readPreferences(app.db, personId);
  const ending = isKind(what) ? [what] : optionalKinds(groupsOf(what), 'email');
  return { ...describe(app, language, what), ended: !ending.some((kind) => isEnabled(kind, 'email')) };
}

/**
 * Turns off the emails that a link was in, or their whole group if the reader chooses that. Repeating it changes
 * nothing.
 * @param wholeGroup turns off the whole group although the link is of one kind
 */
export async function unsubscribe(
  app: App,
  language: Language,
  token: string,
  wholeGroup: boolean,
): Promise<Unsubscription> {
  const { personId, what: named } = readToken(app.config, token);
  const what = isKind(named) && wholeGroup ? termsOf(named).group : named;
  await app.db.tx((tx) =>
    isKind(what)
      ? storeKindPreference(app, tx, personId, what, 'email', false)
      : storeGroupPreferences(app, tx, personId, groupsOf(what), 'email', false),
  );
  return { ...describe(app, language, what), ended: true };
}
