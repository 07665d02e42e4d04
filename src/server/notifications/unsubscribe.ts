import { kinds, termsOf, type NotificationGroup, type NotificationKind } from '#contract/notification-names.ts';
import {
  groupsToLeave,
  optionalKinds,
  unsubscribable,
  type Unsubscribable,
} from '#contract/notification-preferences.ts';
import type { Language } from '#contract/languages.ts';
import type { Unsubscription } from '#contract/notifications.ts';
import type { App } from '#server/platform/app.ts';
import type { Config } from '#server/platform/config.ts';
import { isId } from '#server/platform/id.ts';
import { notFound } from '#server/platform/refusal.ts';
import { equalSecrets, sign } from '#server/platform/token.ts';
import { chooseGroups, chooseKind, readChoices } from './preferences.ts';
import { titleOf } from './words-of.ts';

const signature = ({ appSecret }: Pick<Config, 'appSecret'>, personId: string, what: Unsubscribable) =>
  sign(appSecret, 'unsubscribe', `${personId}.${what}`);

/** Names a person and what he is rid of, signed, so that it serves nobody else, and ends no more than that or its group. It never lapses. */
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

/** What a link would end, and whether that has ended already. Changes nothing: mail programs look ahead. */
export async function showUnsubscription(app: App, language: Language, token: string): Promise<Unsubscription> {
  const { personId, what } = readToken(app.config, token);
  const isWanted = await readChoices(app.db, personId);
  const ending = isKind(what) ? [what] : optionalKinds(groupsOf(what), 'mail');
  return { ...describe(app, language, what), ended: !ending.some((kind) => isWanted(kind, 'mail')) };
}

/**
 * Ends the mails that a link was in, or all of that group when its reader wishes so. To do it again changes nothing.
 * @param wholeGroup says so of a link that is of one kind only
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
      ? chooseKind(app, tx, personId, what, 'mail', false)
      : chooseGroups(app, tx, personId, groupsOf(what), 'mail', false),
  );
  return { ...describe(app, language, what), ended: true };
}
