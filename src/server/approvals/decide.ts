import type { AuditDetails } from '#contract/audit-details.ts';
import type { AuditActOf } from '#contract/audit-names.ts';
import type { ProposalMatter } from '#contract/approval-request-names.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { checkApprover } from '#server/platform/approvals/check-approver.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Proposal } from '#server/platform/approvals/approval-handlers.ts';
import { macColumns, type RowMac } from '#server/platform/row-macs.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { nameOf, type Client } from '#server/platform/session.ts';

type Done = Promise<{ status: 'ok' }>;

/** A proposal, locked with all that decides on it. */
interface Locked extends Proposal, RowMac {
  isOpen: boolean;
  /** Whether who decides may do so by their roles. */
  mayDecide: boolean;
  proposedAt: Date;
  /** Whether what held still does. */
  fits: boolean;
  /** Of the client or the operator key, where it is about one. */
  name: string | null;
}

/**
 * Puts into force what somebody else has proposed.
 * @throws Refusal as `proposals.confirm` lists them
 */
export async function confirmProposal(
  app: App,
  me: Client,
  { proposal_id: id, overrule, ...proof }: Proof & { proposal_id: string; overrule?: string | undefined },
): Done {
  const { kind } = await decide(app, me, { id, proof }, async (tx, proposal, at) => {
    const { authorId, proposedAt, matter } = proposal;
    const mark = await checkApprover(app, tx, {
      kind: matter.kind,
      proposed: { table: 'proposal', key: id, ...proposal },
      authorId,
      approverId: me.id,
      proposedAt,
      at,
      overrule,
    });
    if (!proposal.fits) throw refuse('proposals.outdated');
    await close(tx, me, { id, state: 'confirmed', at, overrule });
    await app.matters.of(matter.kind).enforce(tx, me, { ...proposal, mark }, at);
  });
  await app.matters.of(kind).settled?.();
  return { status: 'ok' };
}

/**
 * Turns down what somebody else has proposed, and tells him why.
 * @throws Refusal as `proposals.decline` lists them
 */
export async function declineProposal(
  app: App,
  me: Client,
  { proposal_id: id, reason, ...proof }: Proof & { proposal_id: string; reason: string },
): Done {
  await decide(app, me, { id, proof }, async (tx, proposal, at) => {
    await close(tx, me, { id, state: 'declined', at, answer: reason });
    await note(app, tx, me, 'proposals.decline', proposal.matter, { reason });
    const { authorId: staffId, matter, name } = proposal;
    await app.outbox.emit(tx, 'proposals.declined', { staffId, matter, name, by: nameOf(me), reason });
  });
  return { status: 'ok' };
}

/** Takes an own proposal back. @throws Refusal as `proposals.withdraw` lists them */
export async function withdrawProposal(app: App, me: Client, { proposal_id: id }: { proposal_id: string }): Done {
  await app.db.tx(async (tx) => {
    const { matter, authorId, isOpen } = await lockProposal(app, tx, me, id);
    if (authorId !== me.id) throw refuse('proposals.others');
    if (!isOpen) throw refuse('proposals.over');
    await close(tx, me, { id, state: 'withdrawn', at: app.clock.now() });
    await note(app, tx, me, 'proposals.withdraw', matter);
  });
  return { status: 'ok' };
}

/** Proves who decides, who is neither its author nor the client, and decides with everything locked. */
async function decide(
  app: App,
  me: Client,
  { id, proof }: { id: string; proof: Proof },
  act: (tx: Tx, proposal: Locked, at: Date) => Promise<void>,
): Promise<ProposalMatter> {
  const take = await prove(app, me, proof);
  return app.db.tx(async (tx) => {
    await take(tx);
    const proposal = await lockProposal(app, tx, me, id);
    if (proposal.matter.clientId === me.id) throw refuse('staff.own_profile');
    if (!proposal.mayDecide) throw refuse('http.forbidden');
    if (proposal.authorId === me.id) throw refuse('proposals.own');
    if (!proposal.isOpen) throw refuse('proposals.over');
    await act(tx, proposal, app.clock.now());
    return proposal.matter;
  });
}

type Row = Omit<Locked, 'matter'> & ProposalMatter;

/**
 * Of any number who decide one comes first, and so does whoever changes the same, or takes the role of one of the two,
 * meanwhile. @throws Refusal `http.not_found`
 */
async function lockProposal(app: App, tx: Tx, me: Client, id: string): Promise<Locked> {
  const of = await tx.maybeOne<ProposalMatter & { authorId: string }>(sql`
    select kind, key, client_id as "clientId", author_id as "authorId" from proposal where id = ${id}`);
  if (!of) throw notFound();
  await app.matters.of(of.kind).lock?.(tx, of);
  await tx.run(sql`
    select from client where id = any(${[me.id, of.authorId, of.clientId]}::uuid[]) order by id for no key update`);
  const { kind, key, clientId, ...proposal } = await readLocked(tx, me, id, app.clock.now());
  return { ...proposal, matter: { kind, key, clientId } as ProposalMatter };
}

const readLocked = (tx: Tx, me: Client, id: string, at: Date): Promise<Row> =>
  tx.one<Row>(sql`
    select ${macColumns('proposal')}, p.id, p.kind, p.key, p.client_id as "clientId", p.was, p.value, p.reason, p.author_id as "authorId",
           a.first_name || ' ' || a.second_name as author, coalesce(c.first_name || ' ' || c.second_name, p.value ->> 'name') as name,
           p.state = 'open' and p.expires_at > ${at} as "isOpen",
           is_decider_beside(${me.id}, p.kind, p.author_id, ${at}) as "mayDecide",
           p.created_at as "proposedAt",
           (c.id is null or p.was = client_standing(p.kind, p.key, c.id, ${at})) as fits
    from proposal p join client a on a.id = p.author_id left join client c on c.id = p.client_id
    where p.id = ${id} for update of p`);

interface Closing {
  id: string;
  state: 'confirmed' | 'declined' | 'withdrawn';
  at: Date;
  answer?: string;
  overrule?: string | undefined;
}

const close = (tx: Tx, me: Client, { id, state, at, answer, overrule }: Closing) =>
  tx.run(sql`
    update proposal set state = ${state}, decided_by = ${me.id}, decided_at = ${at}, answer = ${answer ?? null},
                        overrule = ${overrule ?? null} where id = ${id}`);

/** What came of it is its room's to write down; that nothing did is written here. */
const note = (
  { clock }: App,
  tx: Tx,
  me: Client,
  act: AuditActOf<'proposals'>,
  { kind, key, clientId }: ProposalMatter,
  details: AuditDetails = {},
) =>
  writeAudit(tx, clock, {
    actorId: me.id,
    ...(clientId !== null && { clientId }),
    act,
    details: { about: kind === 'api_key' || kind === 'staff_dealing' ? kind : (key ?? kind), ...details },
  });
