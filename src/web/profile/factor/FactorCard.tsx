import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { cx } from '#web/ui/cx.ts';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './Factor.module.css';
import { ProtectionHero, ProtectionSkeleton } from '../ProtectionHero.tsx';
import { factorQuery, refreshFactors } from './factor-query.ts';
import { StoreCodesDialog } from './StoreCodesDialog.tsx';
import { ProofDialog } from './ProofDialog.tsx';
import { SetUpAppDialog } from './SetUpAppDialog.tsx';

type Factor = ResponseOf<'POST /api/settings/second-factor'>;
type PendingAction = 'set-up' | 'turn-off' | 'new-codes';

const fewCodes = 3;

interface FactorCardProps {
  /** It begins a screen about all that protects the account. */
  leads?: boolean;
  onSet?: () => void;
}

/** The factors besides the password, and what is left if one is lost. */
export function FactorCard({ leads = false, onSet }: FactorCardProps) {
  const t = useText();
  const factor = useQuery(factorQuery);
  const [pending, setRequested] = useState<PendingAction>();
  const [codes, setCodes] = useState<string[]>([]);
  const close = () => setRequested(undefined);
  const shown = async (fresh: string[], isCopied: string) => {
    close();
    setCodes(fresh);
    await refreshFactors();
    if (fresh.length > 0) return;
    toast({ text: isCopied });
    onSet?.();
  };
  const stored = () => {
    setCodes([]);
    onSet?.();
  };
  return (
    <QueryCard
      id="second-factor"
      query={factor}
      title={!leads && t('profile.factor_title')}
      skeleton={leads ? <ProtectionSkeleton /> : <SkeletonRows count={1} />}
    >
      {(data) => (
        <>
          {leads ? (
            <ProtectionHero
              factor={data}
              acts={<FactorActs factor={data} onRequest={setRequested} />}
              meaning={<FactorState factor={data} />}
            />
          ) : (
            <div className={styles.state}>
              <FactorState factor={data} />
              <FactorActs factor={data} onRequest={setRequested} />
            </div>
          )}
          <SetUpAppDialog
            open={pending === 'set-up'}
            onClose={close}
            onDone={(fresh) => void shown(fresh, t('profile.factor_is_on'))}
          />
          <ProofDialog
            open={pending === 'turn-off'}
            title={t('profile.turn_off_title')}
            text={t('profile.turn_off_text')}
            confirmText={t('profile.turn_off')}
            onClose={close}
            action={async (body) => {
              await call('POST /api/settings/second-factor/totp/remove', { body });
              await shown([], t('profile.factor_is_off'));
            }}
          />
          <ProofDialog
            open={pending === 'new-codes'}
            title={t('profile.new_codes')}
            text={t('profile.new_codes_text')}
            confirmText={t('profile.continue')}
            onClose={close}
            action={async (body) => {
              const fresh = await call('POST /api/settings/second-factor/recovery-codes', { body });
              await shown(fresh.recovery_codes, t('common.m42_save_ok'));
            }}
          />
          <StoreCodesDialog codes={codes} onStored={stored} />
        </>
      )}
    </QueryCard>
  );
}

function FactorState({ factor: { on, totp_since: since, recovery_codes_left: left } }: { factor: Factor }) {
  const t = useText();
  return (
    <span className={styles.known}>
      {since ? (
        <span>
          <DateTime at={since} as="date" within="profile.factor_since" />
        </span>
      ) : (
        <span>{t('profile.factor_text')}</span>
      )}
      {on && <span className={cx(left <= fewCodes && styles.few)}>{t('profile.codes_left', { count: left })}</span>}
    </span>
  );
}

function FactorActs({ factor, onRequest }: { factor: Factor; onRequest: (request: PendingAction) => void }) {
  const t = useText();
  const { on, totp_since: since, required } = factor;
  return (
    <div className={flowStyles.filled}>
      {!since && (
        <Button variant={on ? 'secondary' : 'primary'} onClick={() => onRequest('set-up')}>
          {t('profile.set_up_app')}
        </Button>
      )}
      {on && <Button onClick={() => onRequest('new-codes')}>{t('profile.new_codes')}</Button>}
      {since && !required && (
        <Button variant="danger" onClick={() => onRequest('turn-off')}>
          {t('profile.turn_off')}
        </Button>
      )}
    </div>
  );
}
