import { proposalDays } from '#contract/house-names.ts';
import type { OverrideKind } from '#contract/override-names.ts';
import type { ClientOverrides } from '#contract/staff-overrides.ts';
import { prove, type Proof } from '#server/auth/second-factor/prove.ts';
import type { Limits } from '#server/payments/limits.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { nameOf, type Client } from '#server/platform/session.ts';
import {
  decidersBut,
  dropOverride,
  inDollars,
  inWords,
  keepOverride,
  lockClient,
  readKept,
  type Override,
} from './keep-override.ts';

interface Proposal extends Override {
  id: string;
  clientId: string;
  ends: boolean;
  was: string;
  wasSetAt: Date | null;
  isHouseSame: boolean;
  authorId: string;
  author: string;
  at: Date;
  isOpen: boolean;
}

type Row = Omit<Proposal, 'limits'> & Limits;

const columnsAt = (now: Date) => sql`
  p.id, p.client_id as "clientId", p.kind, p.ends, p.most_accounts as most, p.per_operation as "perOperation", p.per_day as "perDay",
  p.per_month as "perMonth", p.until::text as until, p.reason, p.was, p.was_set_at as "wasSetAt", p.author_id as "authorId",
  a.first_name || ' ' || a.second_name as author, p.created_at as at,
  p.was_house = house_limits(p.client_id, p.kind) as "isHouseSame", p.state = 'open' and p.expires_at > ${now} as "isOpen"`;

const shaped = ({ perOperation, perDay, perMonth, ...row }: Row): Proposal => ({
  ...row,
  limits: { perOperation, perDay, perMonth },
});

/** What waits for a second person, of one client. */
export async function readWaiting(db: Queries, clientId: string, at: Date): Promise<Proposal[]> {
  const rows = await db.rows<Row>(sql`
    select ${columnsAt(at)} from override_proposal p join client a on a.id = p.author_id
    where p.client_id = ${clientId} and p.state = 'open' and p.expires_at > ${at} order by p.id`);
  return rows.map(shaped);
}

export const showProposal = (
  me: Client,
  { id, ends, most, limits, until, reason, author, authorId, at }: Proposal,
): NonNullable<ClientOverrides['trading_accounts']['proposal']> => ({
  id,
  ends,
  most,
  ...inDollars(limits),
  until,
  reason,
  by: author,
  own: authorId === me.id,
  at: at.toISOString(),
});

/** Closes proposals on which nobody has decided in time, of one client or of all. */
export async function expireOverrides(db: Queries, at: Date, clientId: string | null = null): Promise<void> {
  await db.run(sql`
    update override_proposal set state = 'expired', decided_at = ${at}
    where state = 'open' and expires_at <= ${at} and client_id = coalesce(${clientId}, client_id)`);
}

/**
 * Puts what lets a client do more before somebody else; `null` is the house's rule again. The client is locked.
 * @throws Refusal `staff.override_proposal_open`
 */
export async function propose(
  app: App,
  tx: Tx,
  me: Client,
  of: { clientId: string; kind: OverrideKind; reason: string },
  wish: Override | null,
): Promise<void> {
  const { clientId, kind, reason } = of;
  const at = app.clock.now();
  await expireOverrides(tx, at, clientId);
  const held = (await readKept(tx, clientId, at)).find((each) => each.kind === kind);
  const { perOperation = null, perDay = null, perMonth = null } = wish?.limits ?? {};
  const added = await tx.run(sql`
    insert into override_proposal (id, client_id, kind, ends, most_accounts, per_operation, per_day, per_month, until, reason,
                                   was, was_set_at, was_house, author_id, created_at, expires_at)
    values (${newId()}, ${clientId}, ${kind}, ${wish === null}, ${wish?.most ?? null}, ${perOperation}, ${perDay}, ${perMonth},
            ${wish?.until ?? null}, ${reason}, ${inWords(held)}, ${held?.at ?? null}, house_limits(${clientId}, ${kind}),
            ${me.id}, ${at}, ${new Date(at.getTime() + proposalDays * 86_400_000)})
    on conflict do nothing`);
  if (added === 0) throw refuse('staff.override_proposal_open');
  const details = { kind, from: inWords(held), to: inWords(wish), reason };
  await writeAudit(tx, app.clock, { actorId: me.id, clientId, act: 'staff.propose_override', details });
  const others = await decidersBut(tx, me.id, clientId);
  const by = nameOf(me);
  await app.outbox.emitEach(
    tx,
    'staff.override_proposed',
    others.map((staffId) => ({ staffId, aboutId: clientId, by })),
  );
}

type Done = Promise<{ status: 'ok' }>;
type Act = (tx: Tx, proposal: Proposal, at: Date) => Promise<void>;

/**
 * Puts a limit into force that somebody else has proposed. The client is told.
 * @throws Refusal as `staff.confirm_override` lists them
 */
export const confirmOverride = (
  app: App,
  me: Client,
  { proposal_id: id, ...proof }: Proof & { proposal_id: string },
): Done =>
  decide(app, me, { id, proof }, async (tx, proposal, at) => {
    const { clientId, kind, ends, until, reason, authorId, author } = proposal;
    await expectSecond(tx, me, authorId, at);
    const held = (await readKept(tx, clientId, at)).find((each) => each.kind === kind);
    const isOver = until !== null && until < at.toISOString().slice(0, 10);
    // What he proposed may be what he was shut out for.
    const isAuthorGone = !(await decidersBut(tx, me.id)).includes(authorId);
    const isOther =
      !proposal.isHouseSame || held?.at.getTime() !== proposal.wasSetAt?.getTime() || inWords(held) !== proposal.was;
    if (isOver || isAuthorGone || isOther) {
      throw refuse('staff.override_outdated');
    }
    await close(tx, me, { id, state: 'confirmed', at });
    await (ends
      ? dropOverride(tx, { clientId, kind, at })
      : keepOverride(tx, { ...proposal, setBy: authorId, at, proposalId: id }));
    const to = inWords(ends ? null : proposal);
    const details = { kind, from: inWords(held), to, reason, proposed_by: author };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, act: 'staff.confirm_override', details });
    await app.outbox.emit(tx, 'clients.limits_changed', { clientId, what: kind, own: ends ? null : { until } });
  });

/** Turns it down. @throws Refusal as `staff.decline_override` lists them */
export const declineOverride = (
  app: App,
  me: Client,
  { proposal_id: id, reason, ...proof }: Proof & { proposal_id: string; reason: string },
): Done =>
  decide(app, me, { id, proof }, async (tx, { clientId, kind }, at) => {
    await close(tx, me, { id, state: 'declined', at, answer: reason });
    const details = { kind, reason };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, act: 'staff.decline_override', details });
  });

/** Takes an own proposal back. @throws Refusal `http.not_found`, `staff.override_others`, `staff.override_proposal_over` */
export async function withdrawOverride(app: App, me: Client, { proposal_id: id }: { proposal_id: string }): Done {
  await app.db.tx(async (tx) => {
    const { clientId, kind, authorId, isOpen } = await lockProposal(app, tx, id);
    if (authorId !== me.id) throw refuse('staff.override_others');
    if (!isOpen) throw refuse('staff.override_proposal_over');
    await close(tx, me, { id, state: 'withdrawn', at: app.clock.now() });
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, act: 'staff.withdraw_override', details: { kind } });
  });
  return { status: 'ok' };
}

/** Proves who decides, who is neither its author nor the client, and decides with both locked. */
async function decide(app: App, me: Client, { id, proof }: { id: string; proof: Proof }, act: Act): Done {
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    const proposal = await lockProposal(app, tx, id);
    if (proposal.clientId === me.id) throw refuse('staff.own_profile');
    if (proposal.authorId === me.id) throw refuse('staff.override_own_proposal');
    if (!proposal.isOpen) throw refuse('staff.override_proposal_over');
    await act(tx, proposal, app.clock.now());
  });
  return { status: 'ok' };
}

/** One person at two profiles is no second person; the database reckons by when who had which role. @throws Refusal `house.not_yet` */
async function expectSecond(tx: Tx, me: Client, authorId: string, at: Date): Promise<void> {
  const { may } = await tx.one<{ may: boolean }>(sql`
    select may_be_second(${me.id}, ${authorId}, '{compliance,admin}', ${at}) as may`);
  if (!may) throw refuse('house.not_yet');
}

/** Of any number who decide one comes first; so does whoever sets a limit of the client meanwhile. @throws Refusal `http.not_found` */
async function lockProposal({ clock }: App, tx: Tx, id: string): Promise<Proposal> {
  const of = await tx.maybeOne<{ clientId: string }>(sql`
    select client_id as "clientId" from override_proposal where id = ${id}`);
  if (!of) throw notFound();
  await lockClient(tx, of.clientId);
  return shaped(
    await tx.one<Row>(sql`
      select ${columnsAt(clock.now())} from override_proposal p join client a on a.id = p.author_id where p.id = ${id} for update of p`),
  );
}

interface Closing {
  id: string;
  state: 'confirmed' | 'declined' | 'withdrawn';
  at: Date;
  answer?: string;
}

const close = (tx: Tx, me: Client, { id, state, at, answer }: Closing) =>
  tx.run(sql`
    update override_proposal set state = ${state}, decided_by = ${me.id}, decided_at = ${at}, answer = ${answer ?? null}
    where id = ${id}`);
