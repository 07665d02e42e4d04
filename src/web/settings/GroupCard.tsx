import { useState } from 'react';
import { settingsGroups, isProtected, type SettingsGroup, type SettingKey } from '#contract/settings/names.ts';
import type { Setting } from '#contract/settings/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { Loadable } from '#web/platform/api/Async.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ChangeDialog } from './changes/ChangeDialog.tsx';
import { ProtectedChangeDialog } from './changes/ProtectedChangeDialog.tsx';
import type { OperatorSettings } from './settings-queries.ts';
import { UnpayableNote } from './money/UnpayableNote.tsx';
import { NoApproverNote } from './changes/NoApproverNote.tsx';
import { SettingLine } from './SettingLine.tsx';
import { SettingRows } from '#web/ui/rows/SettingRow.tsx';
import { valuesOf } from './setting-value.ts';

interface GroupCardProps {
  group: SettingsGroup;
  /** Whether its name is shown, which the tab may have already. */
  titled: boolean;
  query: Loadable<OperatorSettings> & { data: OperatorSettings | undefined };
  /** The search; null shows the whole group, with its notes. */
  found: ReadonlySet<SettingKey> | null;
  mayChange: boolean;
}

/** The settings of a group, each with the dialog that changes it. */
export function GroupCard({ group, titled, query, found, mayChange }: GroupCardProps) {
  const t = useText();
  const [open, setOpen] = useState<Setting>();
  const close = () => setOpen(undefined);
  const keys: readonly SettingKey[] = settingsGroups[group].filter((key) => found?.has(key) ?? true);
  return (
    <>
      {group === 'payments' && !found && query.data && (
        <UnpayableNote
          values={valuesOf(query.data.settings)}
          onSet={mayChange ? (key) => setOpen(query.data?.settings.find((each) => each.key === key)) : undefined}
        />
      )}
      <QueryCard
        query={query}
        title={t(`settings.group_${group}`)}
        titled={titled}
        flush
        skeleton={<SkeletonRows count={keys.length * 2} />}
      >
        {({ settings, approvalRequests, ...status }) => (
          <>
            {mayChange && keys.some(isProtected) && <NoApproverNote {...status} />}
            <SettingRows>
              {settings
                .filter(({ key }) => keys.includes(key))
                .map((setting) => (
                  <SettingLine
                    key={setting.key}
                    setting={setting}
                    approvalRequest={approvalRequests.find(({ key }) => key === setting.key)}
                    mayChange={mayChange}
                    onChange={() => setOpen(setting)}
                  />
                ))}
            </SettingRows>
          </>
        )}
      </QueryCard>
      {open && query.data && <Change setting={open} operatorSettings={query.data} onClose={close} />}
    </>
  );
}

interface ChangeProps {
  setting: Setting;
  operatorSettings: OperatorSettings;
  onClose: () => void;
}

function Change({ setting: { key, ...setting }, operatorSettings, onClose }: ChangeProps) {
  const { settings, currencies, approver_needed: approverNeeded } = operatorSettings;
  if (isProtected(key))
    return (
      <ProtectedChangeDialog
        setting={{ ...setting, key }}
        approverNeeded={approverNeeded}
        currencies={currencies}
        onClose={onClose}
      />
    );
  return (
    <ChangeDialog setting={{ ...setting, key }} values={valuesOf(settings)} currencies={currencies} onClose={onClose} />
  );
}
