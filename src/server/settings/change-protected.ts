import type { ProtectedKey } from '#contract/settings/names.ts';
import { approvalRequestDays } from '#contract/approvals/request-names.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import { overseersBut } from '#server/platform/people/administrators.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { expireRequests } from '#server/platform/approvals/expire-requests.ts';
import { requestApproval } from '#server/platform/approvals/request-approval.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readValue } from './read-settings.ts';
import { detailsOf, expectChange, storeVersion, lockSetting, sensible, type Input } from './save-setting.ts';
import { holdDeciders, secondsOf } from './approvers.ts';

type ProtectedChangeInput = Input & { key: ProtectedKey };

/**
 * Changes a protected setting, or requests approval: another administrator, compliance, or else finance must confirm it
 * where there is one of them. The approvers are locked until the transaction ends.
 * @throws Refusal as `settings.change_protected` lists them; on `value` what its shape says
 */
export async function changeProtected(
  app: App,
  me: Person,
  { key, value: given, version, reason, ...proof }: ProtectedChangeInput & Proof,
): Promise<{ outcome: 'changed' | 'proposed' }> {
  // Before the proof: a mistyped number must not cost an attempt at the code.
  const input: ProtectedChangeInput = { key, value: await sensible(app, app.db, key, given), version, reason };
  if (app.settings.isGiven(key)) throw refuse('settings.given');
  const take = await prove(app, me, proof);
  await app.settings.reload();
  const outcome = await app.db.tx(async (tx) => {
    await take(tx);
    await lockSetting(tx, key);
    await holdDeciders(app, tx, me.id);
    await expireRequests(app, tx, subjectOf(key));
    const open = await tx.maybeOne(
      sql`select from approval_request where key = ${key} and kind = 'setting' and state = 'open'`,
    );
    if (open) throw refuse('approvals.request_open');
    await expectChange(tx, input, await readValue(app, tx, key));
    const { needed, approvers } = await secondsOf(app, tx, me.id, app.clock.now());
    if (needed && approvers.length === 0) throw refuse('settings.no_approver', { days: approvalRequestDays });
    await (needed ? put : change)(app, tx, me, input);
    return needed ? ('proposed' as const) : ('changed' as const);
  });
  await app.settings.reload();
  return { outcome };
}

async function change(app: App, tx: Tx, me: Person, input: ProtectedChangeInput): Promise<void> {
  await storeVersion(app, tx, { byId: me.id, action: 'settings.change_protected' }, input);
  const others = await overseersBut(tx, me.id);
  await app.outbox.emitEach(
    tx,
    'settings.setting_changed',
    others.map((staffId) => ({ staffId, setting: input.key, by: me.fullName, confirmedBy: null })),
  );
}

const subjectOf = (key: ProtectedKey) => ({ kind: 'setting', key, clientId: null }) as const;

/** Before a second person. */
async function put(app: App, tx: Tx, me: Person, { key, value, version, reason }: ProtectedChangeInput): Promise<void> {
  const was = await readValue(app, tx, key);
  await requestApproval(app, tx, me, {
    subject: subjectOf(key),
    was: sql`jsonb_build_object('version', ${version}::int, 'value', ${JSON.stringify(was)}::jsonb)`,
    value: sql`${JSON.stringify(value)}::jsonb`,
    reason,
    details: detailsOf({ key, was, value }),
  });
}
