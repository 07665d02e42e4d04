import type { ProtectedKey } from '#contract/settings/names.ts';
import { overseersBut } from '#server/platform/people/administrators.ts';
import type { App } from '#server/platform/app.ts';
import type { ApprovalHandler } from '#server/platform/approvals/approval-handlers.ts';
import { Refusal, refuse } from '#server/platform/refusal.ts';
import { storeVersion, lockSetting, sensible } from './save-setting.ts';

/** A setting that two people have approved; administrators and compliance are notified. */
export const settingApproval = (app: App): ApprovalHandler => ({
  lock: async (tx, { key }) => lockSetting(tx, key as ProtectedKey),
  async apply(tx, me, { id, subject, was, value: given, reason, authorId, author, mark }) {
    const key = subject.key as ProtectedKey;
    const { version } = was as { version: number };
    const makers = {
      byId: authorId,
      confirmed: { byId: me.id, approvalRequestId: id, author, mark },
      action: 'settings.change_protected',
    } as const;
    try {
      // What made sense when it was proposed need not after an update.
      const value = await sensible(app, tx, key, given);
      await storeVersion(app, tx, makers, { key, value, version, reason });
    } catch (error) {
      throw error instanceof Refusal && !isNotSimulated(error) ? refuse('approvals.outdated') : error;
    }
    const others = await overseersBut(tx, me.id);
    await app.outbox.emitEach(
      tx,
      'settings.setting_changed',
      others.map((staffId) => ({ staffId, setting: key, by: author, confirmedBy: me.fullName })),
    );
  },
  settled: () => app.settings.reload(),
});

/** Anybody who may simulate can mend it, and the request stays as it is. */
const isNotSimulated = ({ fields }: Refusal): boolean =>
  fields['value']?.some(({ code }) => code === 'settings.not_simulated') ?? false;
