import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { passkeysWork } from '#web/platform/session/passkey.ts';
import { Button } from '#web/ui/Button.tsx';
import lines from '#web/ui/Lines.module.css';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshFactors } from '../factor/factor-query.ts';
import { KeepCodesDialog } from '../factor/StoreCodesDialog.tsx';
import { ProofDialog } from '../factor/ProofDialog.tsx';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { PasskeyLine } from './PasskeyLine.tsx';
import { passkeysQuery } from './passkeys-query.ts';
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';

type Passkeys = AnswerOf<'POST /api/settings/passkeys'>;
type Passkey = Passkeys['passkeys'][number];
type Ask = { act: 'add' } | { act: 'rename' | 'remove'; passkey: Passkey };

/** The keys that sign in by themselves, and what one does with them. */
export function PasskeysCard({ onSet }: { onSet?: () => void }) {
  const t = useText();
  const passkeys = useQuery(passkeysQuery);
  const [asked, setAsked] = useState<Ask>();
  const [codes, setCodes] = useState<string[]>([]);
  const close = () => setAsked(undefined);
  const done = async (fresh: string[], says: string) => {
    close();
    setCodes(fresh);
    await refreshFactors();
    if (fresh.length > 0) return;
    toast({ text: says });
  };
  const named = asked?.act === 'rename' || asked?.act === 'remove' ? asked.passkey : undefined;
  return (
    <QueryCard
      query={passkeys}
      title={t('settings.passkeys_title')}
      flush
      actions={
        canAdd(passkeys.data) && <Button onClick={() => setAsked({ act: 'add' })}>{t('settings.passkey_add')}</Button>
      }
      skeleton={<SkeletonRows count={1} />}
    >
      {(data) => (
        <>
          <p className={lines.nothing}>
            {worksAt(data.origin)
              ? t('settings.passkeys_text')
              : t('settings.passkeys_elsewhere', { origin: data.origin ?? 'none' })}
          </p>
          {data.passkeys.length > 0 && (
            <ul className={lines.lines}>
              {data.passkeys.map((passkey) => (
                <PasskeyLine
                  key={passkey.id}
                  passkey={passkey}
                  onRename={() => setAsked({ act: 'rename', passkey })}
                  onRemove={() => setAsked({ act: 'remove', passkey })}
                />
              ))}
            </ul>
          )}
          <AddPasskeyDialog
            open={asked?.act === 'add'}
            onClose={close}
            onAdded={(fresh) => {
              void done(fresh, t('settings.passkey_added'));
              if (fresh.length === 0) onSet?.();
            }}
          />
          <RenamePasskeyDialog
            key={named?.id}
            passkey={asked?.act === 'rename' ? asked.passkey : undefined}
            onClose={close}
            onRenamed={() => void done([], t('common.m42_save_ok'))}
          />
          <ProofDialog
            open={asked?.act === 'remove'}
            title={t('settings.passkey_remove_title')}
            text={t('settings.passkey_remove_text', { name: named?.name ?? '' })}
            confirmText={t('settings.passkey_remove')}
            onClose={close}
            act={async (proof) => {
              await call('POST /api/settings/passkeys/remove', { body: { passkey_id: named?.id ?? '', ...proof } });
              await done([], t('settings.passkey_removed'));
            }}
          />
          <KeepCodesDialog
            codes={codes}
            onKept={() => {
              setCodes([]);
              onSet?.();
            }}
          />
        </>
      )}
    </QueryCard>
  );
}

/** Only at the address for which they are made. */
const worksAt = (origin: string | null) => passkeysWork() && origin === location.origin;

const canAdd = (data: Passkeys | undefined) =>
  data !== undefined && worksAt(data.origin) && data.passkeys.length < data.most;
