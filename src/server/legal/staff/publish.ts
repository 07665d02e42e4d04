import type { StaffLegal } from '#contract/legal/staff-endpoints.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { lockDraft, readStaffVersion, readTexts, type LegalDraft } from './read-version.ts';

interface ToPublish extends Proof {
  id: string;
  effective_on: string;
  requires_new_consent: boolean;
}

/**
 * Publishes a draft for good, after a proof of identity, and notifies every client who can sign in. From then on the
 * database refuses any change; a mistake is mended by the next version.
 * @throws Refusal as `prove`, `http.not_found`, `legal.published`, `legal.no_text`, `legal.incomplete`; on
 * `effective_on` `legal.past`, `legal.before_last`
 */
export async function publishDraft(
  app: App,
  me: Person,
  { id, effective_on: on, requires_new_consent: needs, ...proof }: ToPublish,
) {
  const takeProof = await prove(app, me, proof);
  return app.db.tx(async (tx): Promise<StaffLegal> => {
    await tx.rows(sql`select pg_advisory_xact_lock(hashtext('legal_version'))`);
    const draft = await lockDraft(tx, id);
    await refuseUnfinished(app, tx, id);
    await refuseDay(app, tx, draft, on);
    await takeProof(tx);
    const now = app.clock.now();
    await tx.run(sql`
      update legal_version set published_at = ${now}, published_by = ${me.id}, effective_on = ${on}, requires_new_consent = ${needs}
      where id = ${id}`);
    const published = await readStaffVersion(app, tx, id);
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      action: 'legal.publish',
      details: {
        document: draft.kind,
        version: String(draft.number),
        effective_on: on,
        requires_new_consent: needs ? 'yes' : 'no',
        languages: published.languages.join(' '),
      },
    });
    await notifyClients(app, tx, id);
    return published;
  });
}

/**
 * Each text must be complete, and one must be in the operator's language: readers whose language is missing get that
 * one.
 */
async function refuseUnfinished({ settings }: App, tx: Tx, id: string): Promise<void> {
  const texts = await readTexts(tx, sql`t.version_id = ${id}`);
  const own = settings.value('brand.language');
  if (!texts.some(({ language }) => language === own)) throw refuse('legal.no_text', { language: own });
  const unfinished = texts.find(({ title, summary, body }) => title === '' || summary === '' || body.length === 0);
  if (unfinished) throw refuse('legal.incomplete', { language: unfinished.language });
}

async function refuseDay({ clock }: App, tx: Tx, { kind }: LegalDraft, on: string): Promise<void> {
  if (on < clock.now().toISOString().slice(0, 10)) throw refuseField('effective_on', 'legal.past');
  const { last } = await tx.one<{ last: string | null }>(sql`
    select max(effective_on)::text as last from legal_version where kind = ${kind} and published_at is not null`);
  if (last !== null && on < last) throw refuseField('effective_on', 'legal.before_last', { last });
}

async function notifyClients({ outbox }: App, tx: Tx, versionId: string): Promise<void> {
  const clients = await tx.rows<{ clientId: string }>(sql`
    select id as "clientId" from person
    where roles = '{client}' and blocked_at is null and frozen_at is null and closed_at is null order by id`);
  await outbox.emitEach(
    tx,
    'legal.announced',
    clients.map(({ clientId }) => ({ clientId, versionId })),
  );
}
