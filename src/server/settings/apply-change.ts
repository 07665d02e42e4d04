import type { GuardedKey } from '#contract/settings-names.ts';
import { overseersBut } from '#server/platform/administrators.ts';
import type { App } from '#server/platform/app.ts';
import type { Force } from '#server/platform/approvals/approval-handlers.ts';
import { Refusal, refuse } from '#server/platform/refusal.ts';
import { nameOf } from '#server/platform/session.ts';
import { keepVersion, lockSetting, sensible } from './save-setting.ts';

/** A setting that two people have agreed on; administrators and compliance are told. */
export const settingForce = (app: App): Force => ({
  lock: async (tx, { key }) => lockSetting(tx, key as GuardedKey),
  async enforce(tx, me, { id, matter, was, value: given, reason, authorId, author, mark }) {
    const key = matter.key as GuardedKey;
    const { version } = was as { version: number };
    const makers = {
      byId: authorId,
      confirmed: { byId: me.id, proposalId: id, author, mark },
      act: 'house.change_guarded',
    } as const;
    try {
      // What made sense when it was proposed need not after an update.
      const value = await sensible(tx, key, given);
      await keepVersion(app, tx, makers, { key, value, version, reason });
    } catch (error) {
      throw error instanceof Refusal ? refuse('proposals.outdated') : error;
    }
    const others = await overseersBut(tx, me.id);
    await app.outbox.emitEach(
      tx,
      'house.setting_changed',
      others.map((staffId) => ({ staffId, setting: key, by: author, confirmedBy: nameOf(me) })),
    );
  },
  settled: () => app.house.look(),
});
