import type { AuditDetails } from '#contract/audit-details.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Force } from '#server/platform/approvals/approval-handlers.ts';
import { propose } from '#server/platform/approvals/request-approval.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { openPerson } from '#server/platform/row-macs.ts';
import type { Client } from '#server/platform/session.ts';
import { settle } from '#server/verification/settle.ts';

interface Setting extends Proof {
  client_id: string;
  level: number | null;
  reason: string;
}

/**
 * Sets the level of a client by hand, which stands whatever he proves, or lets his proofs decide again. Rights and limits
 * of money follow from it at once. What is more than he has proven is put before somebody else.
 * @throws Refusal `clients.own_level`, what `prove` throws, `auth.client_unknown`, `proposals.open`
 */
export async function setLevel(
  app: App,
  me: Client,
  { client_id: clientId, level, reason, ...proof }: Setting,
): Promise<{ outcome: 'changed' | 'proposed'; level: number }> {
  if (clientId === me.id) throw refuse('clients.own_level');
  const take = await prove(app, me, proof);
  return app.db.tx(async (tx) => {
    await take(tx);
    const before = await lockLevel(tx, clientId);
    if (before === undefined) throw refuseField('client_id', 'auth.client_unknown');
    const { more } = await tx.one<{ more: boolean }>(sql`select level_loosens(${clientId}, ${level}) as more`);
    if (more) {
      const matter = { kind: 'level', key: null, clientId } as const;
      const details = { from: String(before), to: String(level), by: 'hand' };
      await propose(app, tx, me, { matter, value: sql`to_jsonb(${level}::int)`, reason, details });
      return { outcome: 'proposed', level: before };
    }
    return {
      outcome: 'changed',
      level: await keepLevel(app, tx, me, { clientId, before, level, details: { reason } }),
    };
  });
}

/** A level that two have agreed on. */
export const levelForce = (app: App): Force => ({
  async enforce(tx, me, { id: proposalId, matter: { clientId }, value, reason, author, mark }) {
    if (clientId === null) throw new Error('a level is of a client');
    const before = (await lockLevel(tx, clientId)) ?? 0;
    const details = { reason, proposed_by: author, ...mark };
    await keepLevel(app, tx, me, { clientId, before, level: value as number, proposalId, details });
  },
});

async function lockLevel(tx: Tx, clientId: string): Promise<number | undefined> {
  const found = await tx.maybeOne<{ level: number }>(sql`
    select verification_level as level from client where id = ${clientId} for no key update`);
  return found?.level;
}

interface Kept {
  clientId: string;
  before: number;
  level: number | null;
  /** That somebody else has confirmed. */
  proposalId?: string;
  details: AuditDetails;
}

/** Answers the level that he has by it. */
async function keepLevel(app: App, tx: Tx, me: Client, of: Kept): Promise<number> {
  const { clientId, before, level, proposalId = null, details: more } = of;
  await openPerson(tx, app.config, clientId);
  await tx.run(sql`
    update client set level_override = ${level}, level_proposal_id = ${proposalId} where id = ${clientId} and id <> ${me.id}`);
  await settle(app, tx, clientId);
  const after = (await lockLevel(tx, clientId)) ?? 0;
  const details = { from: String(before), to: String(after), by: level === null ? 'proofs' : 'hand', ...more };
  await writeAudit(tx, app.clock, { actorId: me.id, clientId, act: 'clients.set_level', details });
  return after;
}
