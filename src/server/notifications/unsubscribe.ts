import { groupsToLeave, unsubscribable, type Unsubscribable } from '#contract/notification-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Config } from '#server/platform/config.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isId } from '#server/platform/id.ts';
import { notFound } from '#server/platform/refusal.ts';
import { equalSecrets, sign } from '#server/platform/token.ts';
import { choose } from './choices.ts';

const signature = ({ appSecret }: Pick<Config, 'appSecret'>, personId: string, what: Unsubscribable) =>
  sign(appSecret, 'unsubscribe', `${personId}.${what}`);

/** Names a person and what he is rid of, signed, so that it serves neither another person nor another group. It never ends. */
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

const groupsOf = (what: Unsubscribable) => (what === 'all' ? groupsToLeave : [what]);

/** What a link would end, and whether that has ended already. Changes nothing: mail programs look ahead. */
export async function showUnsubscription({ db, config }: App, token: string) {
  const { personId, what } = readToken(config, token);
  const groups = groupsOf(what);
  const { left } = await db.one<{ left: number }>(sql`
    select count(*)::int as left from notification_choice
    where person_id = ${personId} and group_name = any(${groups}::text[]) and channel = 'mail' and not wanted`);
  return { what, ended: left === groups.length };
}

/** Ends the mails that a link was in. To do it again changes nothing. */
export async function unsubscribe(app: App, token: string) {
  const { personId, what } = readToken(app.config, token);
  await app.db.tx((tx) => choose(app, tx, personId, groupsOf(what), 'mail', false));
  return { what, ended: true };
}
