import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Button } from '#web/ui/Button.tsx';
import lines from '#web/ui/tables/Lines.module.css';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshFactors } from '../factor/factor-query.ts';
import { StoreCodesDialog } from '../factor/StoreCodesDialog.tsx';
import { ProofDialog } from '../factor/ProofDialog.tsx';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { PasskeyLine } from './PasskeyLine.tsx';
import { passkeysQuery, worksAt } from './passkeys-query.ts';
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';

type Passkeys = ResponseOf<'POST /api/settings/passkeys'>;
type Passkey = Passkeys['passkeys'][number];
type PendingAction = { action: 'add' } | { action: 'rename' | 'remove'; passkey: Passkey };

/** The keys that sign in by themselves, and what one does with them. */
export function PasskeysCard({ onSet }: { onSet?: () => void }) {
  const t = useText();
  const passkeys = useQuery(passkeysQuery);
  const [pending, setRequested] = useState<PendingAction>();
  const [codes, setCodes] = useState<string[]>([]);
  const close = () => setRequested(undefined);
  const done = async (fresh: string[], isCopied: string) => {
    close();
    setCodes(fresh);
    await refreshFactors();
    if (fresh.length > 0) return;
    toast({ text: isCopied });
  };
  // Where none is and none can be added there is nothing to do.
  const { origin = location.origin, passkeys: keys = [] } = passkeys.data ?? {};
  if (keys.length === 0 && !worksAt(origin)) return null;
  const named = pending?.action === 'rename' || pending?.action === 'remove' ? pending.passkey : undefined;
  return (
    <QueryCard
      query={passkeys}
      title={t('profile.passkeys_title')}
      flush
      actions={
        canAdd(passkeys.data) && (
          <Button onClick={() => setRequested({ action: 'add' })}>{t('profile.passkey_add')}</Button>
        )
      }
      skeleton={<SkeletonRows count={1} />}
    >
      {(data) => (
        <>
          <p className={lines.nothing}>
            {worksAt(data.origin)
              ? t('profile.passkeys_text')
              : t('profile.passkeys_elsewhere', { origin: data.origin ?? 'none' })}
          </p>
          {data.passkeys.length > 0 && (
            <ul>
              {data.passkeys.map((passkey) => (
                <PasskeyLine
                  key={passkey.id}
                  passkey={passkey}
                  onRename={() => setRequested({ action: 'rename', passkey })}
                  onRemove={() => setRequested({ action: 'remove', passkey })}
                />
              ))}
            </ul>
          )}
          <AddPasskeyDialog
            open={pending?.action === 'add'}
            onClose={close}
            onAdded={(fresh) => {
              void done(fresh, t('profile.passkey_added'));
              if (fresh.length === 0) onSet?.();
            }}
          />
          <RenamePasskeyDialog
            key={named?.id}
            passkey={pending?.action === 'rename' ? pending.passkey : undefined}
            onClose={close}
            onRenamed={() => void done([], t('common.m42_save_ok'))}
          />
          <ProofDialog
            open={pending?.action === 'remove'}
            title={t('profile.passkey_remove_title')}
            text={t('profile.passkey_remove_text', { name: named?.name ?? '' })}
            confirmText={t('profile.passkey_remove')}
            onClose={close}
            action={async (proof) => {
              await call('POST /api/settings/passkeys/remove', { body: { passkey_id: named?.id ?? '', ...proof } });
              await done([], t('profile.passkey_removed'));
            }}
          />
          <StoreCodesDialog
            codes={codes}
            onStored={() => {
              setCodes([]);
              onSet?.();
            }}
          />
        </>
      )}
    </QueryCard>
  );
}

const canAdd = (data: Passkeys | undefined) =>
  data !== undefined && worksAt(data.origin) && data.passkeys.length < data.max;
