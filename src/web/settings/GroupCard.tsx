import { useState } from 'react';
import { houseGroups, isGuarded, type HouseGroup, type HouseKey } from '#contract/settings-names.ts';
import type { Setting } from '#contract/settings.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { Loadable } from '#web/platform/api/Async.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { BrandPreview } from './BrandPreview.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { GuardedChangeDialog } from './ProtectedChangeDialog.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import styles from './Settings.module.css';
import type { House } from './settings-queries.ts';
import { UnpayableNote } from './money/UnpayableNote.tsx';
import { SecondNote } from './ApproverNote.tsx';
import { SettingLine } from './SettingLine.tsx';
import { valuesOf } from './setting-value.ts';

interface GroupCardProps {
  group: HouseGroup;
  query: Loadable<House> & { data: House | undefined };
  /** What is looked for; null shows the whole group, with what is to be known of it. */
  found: ReadonlySet<HouseKey> | null;
  mayChange: boolean;
}

type Open = { setting: Setting; act: 'change' | 'history' };

/** The settings of a group, each with what can be done about it. */
export function GroupCard({ group, query, found, mayChange }: GroupCardProps) {
  const t = useText();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const keys: readonly HouseKey[] = houseGroups[group].filter((key) => found?.has(key) ?? true);
  const isWaiting = ({ key }: Setting) => query.data?.proposals.some((each) => each.key === key) ?? false;
  return (
    <>
      <QueryCard query={query} title={t(`house.group_${group}`)} skeleton={<SkeletonRows count={keys.length * 2} />}>
        {({ settings, proposals, ...standing }) => (
          <>
            {mayChange && keys.some(isGuarded) && <SecondNote {...standing} />}
            {group === 'payments' && !found && <UnpayableNote values={valuesOf(settings)} />}
            <ul className={styles.settings}>
              {settings
                .filter(({ key }) => keys.includes(key))
                .map((setting) => (
                  <SettingLine
                    key={setting.key}
                    setting={setting}
                    proposal={proposals.find(({ key }) => key === setting.key)}
                    mayChange={mayChange}
                    onChange={() => setOpen({ setting, act: 'change' })}
                    onHistory={() => setOpen({ setting, act: 'history' })}
                  />
                ))}
            </ul>
            {group === 'brand' && !found && <BrandPreview values={valuesOf(settings)} />}
          </>
        )}
      </QueryCard>
      {open?.act === 'change' && query.data && <Change setting={open.setting} house={query.data} onClose={close} />}
      {open?.act === 'history' && (
        <HistoryDialog setting={open.setting} mayChange={mayChange && !isWaiting(open.setting)} onClose={close} />
      )}
    </>
  );
}

interface ChangeProps {
  setting: Setting;
  house: House;
  onClose: () => void;
}

function Change({ setting: { key, ...setting }, house, onClose }: ChangeProps) {
  const { settings, currencies, second_needed: secondNeeded } = house;
  if (isGuarded(key))
    return (
      <GuardedChangeDialog
        setting={{ ...setting, key }}
        secondNeeded={secondNeeded}
        currencies={currencies}
        onClose={onClose}
      />
    );
  return (
    <ChangeDialog setting={{ ...setting, key }} values={valuesOf(settings)} currencies={currencies} onClose={onClose} />
  );
}
