import type { SettingValues } from '#contract/settings/catalogue.ts';
import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import { isAdmin, useSignedIn } from '#web/platform/session/session.ts';
import { LevelsEffect } from './NeedLevels.tsx';
import { SettingChange } from './SettingChange.tsx';

/** What two people agree on about a setting; while it is open also what it would do to clients. */
export function SettingRequest({
  approvalRequest: { key, was, value, decision },
}: {
  approvalRequest: ApprovalRequestOf<'setting'>;
}) {
  const mayPreview = isAdmin(useSignedIn());
  return (
    <>
      <SettingChange settingKey={key} was={was} value={value} />
      {mayPreview && decision === null && key === 'verification.levels' && (
        <LevelsEffect levels={value as SettingValues['verification.levels']} />
      )}
    </>
  );
}
