import type { GuardedKey } from '#contract/house-names.ts';
import { prove, type Proof } from '#server/auth/second-factor/prove.ts';
import { administratorsBut } from '#server/platform/administrators.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, Refusal, refuse } from '#server/platform/refusal.ts';
import { nameOf, type Client } from '#server/platform/session.ts';
import { keepVersion, lockSetting, sensible } from './save-setting.ts';
import { holdAdministrators, secondsOf } from './second-administrator.ts';

interface Proposal {
  id: string;
  key: GuardedKey;
  version: number;
  value: unknown;
  reason: string;
  authorId: string;
  author: string;
  isOpen: boolean;
}

type Done = Promise<{ status: 'ok' }>;

/**
 * Puts a proposal into force that another administrator has made.
 * @throws Refusal as `house.confirm_proposal` lists them
 */
export async function confirmProposal(
  app: App,
  me: Client,
  { proposal_id: id, ...proof }: { proposal_id: string } & Proof,
): Done {
  const take = await prove(app, me, proof);
  await app.house.look();
  await app.db.tx(async (tx) => {
    await take(tx);
    const proposal = await lockProposal(app, tx, id);
    const { key, version, reason, authorId } = proposal;
    if (authorId === me.id) throw refuse('house.own_proposal');
    if (!proposal.isOpen) throw refuse('house.proposal_over');
    const able = await holdAdministrators(tx, me.id);
    const { confirmers } = await secondsOf(tx, authorId, app.clock.now());
    if (!confirmers.includes(me.id)) throw refuse('house.not_yet');
    // What he proposed may be what he was shut out for.
    if (!able.has(authorId)) throw refuse('house.author_gone');
    const value = await stillSensible(tx, proposal);
    await close(app, tx, me, proposal, 'confirmed');
    const makers = { byId: authorId, confirmed: { byId: me.id, proposalId: id }, act: 'house.confirm_proposal' };
    await keepVersion(app, tx, makers, { key, value, version, reason });
    const others = await administratorsBut(tx, me.id);
    await app.outbox.emitEach(
      tx,
      'house.setting_changed',
      others.map((staffId) => ({ staffId, setting: key, by: proposal.author, confirmedBy: nameOf(me) })),
    );
  });
  await app.house.look();
  return { status: 'ok' };
}

/**
 * Turns a proposal of another administrator down, and tells him why.
 * @throws Refusal as `house.decline_proposal` lists them
 */
export async function declineProposal(
  app: App,
  me: Client,
  { proposal_id: id, reason }: { proposal_id: string; reason: string },
): Done {
  await app.db.tx(async (tx) => {
    const proposal = await lockProposal(app, tx, id);
    if (proposal.authorId === me.id) throw refuse('house.own_proposal');
    if (!proposal.isOpen) throw refuse('house.proposal_over');
    await close(app, tx, me, proposal, 'declined', reason);
    const details = { setting: proposal.key, reason };
    await writeAudit(tx, app.clock, { actorId: me.id, act: 'house.decline_proposal', details });
    const told = { staffId: proposal.authorId, setting: proposal.key, by: nameOf(me), reason };
    await app.outbox.emit(tx, 'house.setting_declined', told);
  });
  return { status: 'ok' };
}

/**
 * Takes an own proposal back.
 * @throws Refusal as `house.withdraw_proposal` lists them
 */
export async function withdrawProposal(app: App, me: Client, { proposal_id: id }: { proposal_id: string }): Done {
  await app.db.tx(async (tx) => {
    const proposal = await lockProposal(app, tx, id);
    if (proposal.authorId !== me.id) throw refuse('house.others_proposal');
    if (!proposal.isOpen) throw refuse('house.proposal_over');
    await close(app, tx, me, proposal, 'withdrawn');
    const details = { setting: proposal.key };
    await writeAudit(tx, app.clock, { actorId: me.id, act: 'house.withdraw_proposal', details });
  });
  return { status: 'ok' };
}

/** Whoever decides on it, or changes the setting meanwhile, does so after the other. @throws Refusal `http.not_found` */
async function lockProposal({ clock }: App, tx: Tx, id: string): Promise<Proposal> {
  const of = await tx.maybeOne<{ key: GuardedKey }>(sql`select key from setting_proposal where id = ${id}`);
  if (!of) throw notFound();
  await lockSetting(tx, of.key);
  return tx.one<Proposal>(sql`
    select p.id, p.key, p.version, p.value, p.reason, p.author_id as "authorId", a.first_name || ' ' || a.second_name as author,
           p.state = 'open' and p.expires_at > ${clock.now()} as "isOpen"
    from setting_proposal p join client a on a.id = p.author_id where p.id = ${id} for update of p`);
}

/** What made sense when it was proposed need not after an update. @throws Refusal `house.proposal_outdated` */
async function stillSensible(tx: Tx, { key, value }: Proposal): Promise<unknown> {
  try {
    return await sensible(tx, key, value);
  } catch (error) {
    throw error instanceof Refusal ? refuse('house.proposal_outdated') : error;
  }
}

async function close(
  { clock }: App,
  tx: Tx,
  me: Client,
  { id }: Proposal,
  state: 'confirmed' | 'declined' | 'withdrawn',
  answer: string | null = null,
): Promise<void> {
  await tx.run(sql`
    update setting_proposal set state = ${state}, decided_by = ${me.id}, decided_at = ${clock.now()}, answer = ${answer}
    where id = ${id}`);
}
