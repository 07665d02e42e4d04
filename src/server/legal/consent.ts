import type { Language } from '#contract/kernel/languages.ts';
import type { LegalKind } from '#contract/legal/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import { shortUserAgent, type Device } from '#server/platform/session/session.ts';
import { languageRead, textIn } from './versions.ts';

/** The circumstances of a consent. */
export interface Consenting {
  device?: Device;
  /** The versions that the client was shown. Programs leave it out and accept what is in force. */
  seen?: readonly string[] | undefined;
  /** When the consent was given, if earlier than now: it covers what was in force then. */
  at?: Date;
}

interface Who extends Consenting {
  clientId: string;
  language: Language;
}

/**
 * A person who registers consents to everything in force at that moment.
 * @throws Refusal `legal.changed` on `terms` when the person was shown anything else
 */
export async function consentToAll(tx: Tx, app: App, who: Who): Promise<void> {
  const given = await writeConsents(tx, app, who, sql`legal_in_force(${who.at ?? app.clock.now()})`);
  if (who.seen && !isSame(who.seen, given)) throw refuseField('terms', 'legal.changed');
}

/**
 * Checks that a person was shown everything in force and nothing else, before anything is stored.
 * @throws Refusal `legal.changed` on `terms`
 */
export async function checkSeen({ db, clock }: Pick<App, 'db' | 'clock'>, seen: Consenting['seen']): Promise<void> {
  if (!seen) return;
  const versions = await db.rows<{ id: string }>(sql`select id from legal_in_force(${clock.now()})`);
  if (!isSame(seen, versions)) throw refuseField('terms', 'legal.changed');
}

export const isSame = (seen: readonly string[], versions: readonly { id: string }[]): boolean =>
  new Set(seen).size === versions.length && versions.every(({ id }) => seen.includes(id));

interface Given {
  id: string;
  kind: LegalKind;
  number: number;
}

/** Records that a client consents to each of these versions, and in which language; once for each. */
export async function writeConsents(tx: Tx, app: App, who: Who, versions: Sql): Promise<Given[]> {
  const { clientId, language, device, at: now = app.clock.now() } = who;
  const given = await tx.rows<Given>(sql`
    with given as (
      insert into legal_consent (client_id, version_id, language, at, address, user_agent)
      select ${clientId}, v.id, ${languageRead(language)}, ${now}, ${device?.address ?? null},
             ${device ? shortUserAgent(device) : null}
      from ${versions} v ${textIn(app, language)}
      on conflict (client_id, version_id) do nothing
      returning version_id)
    select v.id, v.kind, v.number from given g join legal_version v on v.id = g.version_id order by v.kind`);
  const at = now.toISOString();
  for (const { id: versionId, kind, number } of given)
    await app.outbox.emit(tx, 'legal.accepted', { clientId, versionId, kind, number, at });
  return given;
}
