import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { houseGroups, isGuarded, type HouseGroup } from '#contract/house-names.ts';
import type { Setting } from '#contract/house.ts';
import { CsvButton } from '#web/platform/CsvButton.tsx';
import { download } from '#web/platform/download.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { isAdmin, useSignedIn } from '#web/platform/session.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { BrandPreview } from './BrandPreview.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { GuardedChangeDialog } from './GuardedChangeDialog.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import { houseQuery, type House } from './house-queries.ts';
import styles from './House.module.css';
import { UnpayableNote } from './money/UnpayableNote.tsx';
import { SecondNote } from './SecondNote.tsx';
import { SettingLine } from './SettingLine.tsx';
import { valuesOf } from './setting-value.ts';

const groups = Object.keys(houseGroups) as HouseGroup[];

type Open = { setting: Setting; act: 'change' | 'history' };

/** How the house is set: what holds, where that comes from, who chose it, and all that it was before. */
export function HouseSettingsPage() {
  const t = useText();
  const mayChange = isAdmin(useSignedIn());
  const query = useQuery(houseQuery);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const isWaiting = ({ key }: Setting) => query.data?.proposals.some((each) => each.key === key) ?? false;
  return (
    <Page
      title={t('house.title')}
      intro={t('house.intro')}
      actions={<CsvButton act={() => download('GET /api/staff/settings/file', {})} />}
    >
      {!mayChange && (
        <Alert>
          <p>{t('house.of_admin')}</p>
        </Alert>
      )}
      <nav className={styles.groups} aria-label={t('house.groups')}>
        {groups.map((group) => (
          <a key={group} href={`#${group}`}>
            {t(`house.group_${group}`)}
          </a>
        ))}
      </nav>
      {groups.map((group) => (
        <QueryCard
          key={group}
          id={group}
          query={query}
          title={t(`house.group_${group}`)}
          skeleton={<SkeletonRows count={houseGroups[group].length * 2} />}
        >
          {({ settings, proposals, ...standing }) => (
            <>
              {mayChange && houseGroups[group].some(isGuarded) && <SecondNote {...standing} />}
              {group === 'payments' && <UnpayableNote values={valuesOf(settings)} />}
              <ul className={styles.settings}>
                {settings
                  .filter(({ key }) => (houseGroups[group] as readonly string[]).includes(key))
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
              {group === 'brand' && <BrandPreview values={valuesOf(settings)} />}
            </>
          )}
        </QueryCard>
      ))}
      <p>
        <Go to="/chats/settings">{t('house.support_hours')}</Go>
      </p>
      {open?.act === 'change' && query.data && <Change setting={open.setting} house={query.data} onClose={close} />}
      {open?.act === 'history' && (
        <HistoryDialog setting={open.setting} mayChange={mayChange && !isWaiting(open.setting)} onClose={close} />
      )}
    </Page>
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
