import type { GuardedKey } from '#contract/settings-names.ts';
import { proposalDays } from '#contract/approval-request-names.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import { overseersBut } from '#server/platform/administrators.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { expireProposals } from '#server/platform/approvals/expire-requests.ts';
import { propose } from '#server/platform/approvals/request-approval.ts';
import { refuse } from '#server/platform/refusal.ts';
import { nameOf, type Client } from '#server/platform/session.ts';
import { readValue } from './read-settings.ts';
import { detailsOf, expectChange, keepVersion, lockSetting, sensible, type Wish } from './save-setting.ts';
import { holdDeciders, secondsOf } from './approvers.ts';

type GuardedWish = Wish & { key: GuardedKey };

/**
 * Changes what protects money, or proposes to: another administrator, compliance, or else finance has to confirm it where
 * there is one of them. Who there is stays as it is until this is through.
 * @throws Refusal as `house.change_guarded` lists them; on `value` what its shape says
 */
export async function changeGuarded(
  app: App,
  me: Client,
  { key, value: given, version, reason, ...proof }: GuardedWish & Proof,
): Promise<{ outcome: 'changed' | 'proposed' }> {
  // Before the proof: whoever mistypes a number is not to lose his tries at his code.
  const wish: GuardedWish = { key, value: await sensible(app.db, key, given), version, reason };
  if (app.house.isGiven(key)) throw refuse('house.given');
  const take = await prove(app, me, proof);
  await app.house.look();
  const outcome = await app.db.tx(async (tx) => {
    await take(tx);
    await lockSetting(tx, key);
    await holdDeciders(app, tx, me.id);
    await expireProposals(app, tx, matterOf(key));
    const open = await tx.maybeOne(
      sql`select from proposal where key = ${key} and kind = 'setting' and state = 'open'`,
    );
    if (open) throw refuse('proposals.open');
    await expectChange(tx, wish, await readValue(app, tx, key));
    const { needed, confirmers } = await secondsOf(app, tx, me.id, app.clock.now());
    if (needed && confirmers.length === 0) throw refuse('house.no_second', { days: proposalDays });
    await (needed ? put : change)(app, tx, me, wish);
    return needed ? ('proposed' as const) : ('changed' as const);
  });
  await app.house.look();
  return { outcome };
}

async function change(app: App, tx: Tx, me: Client, wish: GuardedWish): Promise<void> {
  await keepVersion(app, tx, { byId: me.id, act: 'house.change_guarded' }, wish);
  const others = await overseersBut(tx, me.id);
  await app.outbox.emitEach(
    tx,
    'house.setting_changed',
    others.map((staffId) => ({ staffId, setting: wish.key, by: nameOf(me), confirmedBy: null })),
  );
}

const matterOf = (key: GuardedKey) => ({ kind: 'setting', key, clientId: null }) as const;

/** Before a second person. */
async function put(app: App, tx: Tx, me: Client, { key, value, version, reason }: GuardedWish): Promise<void> {
  const was = await readValue(app, tx, key);
  await propose(app, tx, me, {
    matter: matterOf(key),
    was: sql`jsonb_build_object('version', ${version}::int, 'value', ${JSON.stringify(was)}::jsonb)`,
    value: sql`${JSON.stringify(value)}::jsonb`,
    reason,
    details: detailsOf({ key, was, value }),
  });
}
