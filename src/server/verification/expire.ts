import { expiryWarnings } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { dayOf } from './document-row.ts';
import { lockClient, settle } from './settle.ts';

/** Expires documents, announces those that expire soon, and updates levels that depend on them; each once. */
export async function expireDocuments(app: App): Promise<void> {
  await endDocuments(app);
  await warn(app);
  await settleRemaining(app);
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

/** Sends the nearest warning that is due, and none that is farther from the end. */
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

/** As when the confirmed email was the last step. */
async function settleRemaining(app: App): Promise<void> {
  const behind = await app.db.rows<{ id: string }>(sql`
    select c.id from person c join verification_status v on v.client_id = c.id
    where c.level_override is null and c.verification_level < v.level limit 500`);
  for (const { id } of behind) {
    await app.db.tx(async (tx) => {
      await lockClient(tx, id);
      await settle(app, tx, id);
    });
  }
}
