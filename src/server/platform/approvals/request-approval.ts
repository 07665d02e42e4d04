import type { AuditDetails } from '#contract/audit-details.ts';
import { proposalDays, type ProposalMatter } from '#contract/approval-request-names.ts';
import type { App } from '../app.ts';
import { writeAudit } from '../audit.ts';
import type { Tx } from '../db/database.ts';
import { sql, type Sql } from '../db/sql.ts';
import { newId } from '../id.ts';
import { sealNew } from '../row-macs.ts';
import { refuse } from '../refusal.ts';
import { nameOf, type Client } from '../session.ts';
import { expireProposals } from './expire-requests.ts';

interface Wish {
  matter: ProposalMatter;
  /** As JSON of the database. Of a setting what holds is told; of a client the database knows it. */
  was?: Sql;
  value: Sql;
  reason: string;
  /** What it would change, as the audit log keeps it. */
  details: AuditDetails;
}

/**
 * Puts something before a second person, with what it would change locked. Whoever may decide is told.
 * @throws Refusal `proposals.open` when something else waits about the same
 */
export async function propose(
  app: App,
  tx: Tx,
  me: Client,
  { matter, was, value, reason, details }: Wish,
): Promise<void> {
  const at = app.clock.now();
  const { kind, key, clientId } = matter;
  const id = newId();
  await expireProposals(app, tx, matter);
  const held = was ?? sql`client_standing(${kind}, ${key}, ${clientId}, ${at})`;
  const added = await tx.run(sql`
    insert into proposal (id, kind, key, client_id, was, value, reason, author_id, created_at, expires_at)
    values (${id}, ${kind}, ${key}, ${clientId}, ${held}, ${value}, ${reason}, ${me.id}, ${at},
            ${new Date(at.getTime() + proposalDays * 86_400_000)})
    on conflict do nothing`);
  if (added === 0) throw refuse('proposals.open');
  await sealNew(tx, app.config, 'proposal', sql`p.id = ${id}`);
  await writeAudit(tx, app.clock, {
    actorId: me.id,
    ...(clientId !== null && { clientId }),
    act: 'proposals.propose',
    details: { ...details, reason },
  });
  const told = await tx.rows<{ staffId: string; name: string | null; inList: boolean }>(sql`
    select s.id as "staffId", ${kind} = 'setting' and not s.roles && '{compliance,admin}'::text[] as "inList", coalesce(c.first_name || ' ' || c.second_name, ${value} ->> 'name') as name
    from client s left join client c on c.id = ${clientId}
    where s.roles && deciders_of(${kind}) and is_decider_beside(s.id, ${kind}, ${me.id}, ${at}) and s.id <> ${me.id} and s.id is distinct from c.id
    order by s.id`);
  await app.outbox.emitEach(
    tx,
    'proposals.made',
    told.map((each) => ({ ...each, matter, by: nameOf(me) })),
  );
}
