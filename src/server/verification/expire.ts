import { expiryWarnings } from '#contract/verification-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { dayOf } from './document-row.ts';
import { lockClient, settle } from './settle.ts';

/** Ends what has run out, tells what soon will, and lets levels follow that changed behind its back; each once. */
export async function expireDocuments(app: App): Promise<void> {
  await endDocuments(app);
  await warn(app);
  await settleTheRest(app);
}

async function endDocuments(app: App): Promise<void> {
  const today = dayOf(app.clock.now());
  const over = sql`state = 'approved' and expires_on <= ${today}::date`;
  const owners = await app.db.rows<{ id: string }>(sql`
    select distinct client_id as id from verification_document where ${over}`);
  for (const { id } of owners) {
    await app.db.tx(async (tx) => {
      await lockClient(tx, id);
      const ended = await tx.run(sql`
        update verification_document set state = 'expired' where client_id = ${id} and ${over}`);
      if (ended > 0) await settle(app, tx, id);
    });
  }
}

/** The nearest warning that is due is given, and none that lies farther ahead of the end. */
async function warn(app: App): Promise<void> {
  const today = dayOf(app.clock.now());
  for (const days of expiryWarnings.toReversed()) {
    await app.db.tx(async (tx) => {
      const warned = await tx.rows<{ clientId: string; documentId: string; expiresOn: string }>(sql`
        update verification_document set warned_days = ${days}
        where state = 'approved' and expires_on > ${today}::date and expires_on <= ${today}::date + ${days}::int
          and (warned_days is null or warned_days > ${days})
        returning client_id as "clientId", id as "documentId", expires_on::text as "expiresOn"`);
      await app.outbox.emitEach(tx, 'verification.document_expiring', warned);
    });
  }
}

/** As when an e-mail address was confirmed last of all. */
async function settleTheRest(app: App): Promise<void> {
  const behind = await app.db.rows<{ id: string }>(sql`
    select c.id from client c join verification_standing v on v.client_id = c.id
    where c.level_override is null and c.verification_level < v.level limit 500`);
  for (const { id } of behind) {
    await app.db.tx(async (tx) => {
      await lockClient(tx, id);
      await settle(app, tx, id);
    });
  }
}
