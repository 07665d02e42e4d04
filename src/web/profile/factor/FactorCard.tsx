import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { cx } from '#web/ui/cx.ts';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './Factor.module.css';
import { factorQuery, refreshFactors } from './factor-query.ts';
import { KeepCodesDialog } from './StoreCodesDialog.tsx';
import { ProofDialog } from './ProofDialog.tsx';
import { SetUpAppDialog } from './SetUpAppDialog.tsx';

type Factor = AnswerOf<'POST /api/settings/second-factor'>;
type Ask = 'set-up' | 'turn-off' | 'new-codes';

const fewCodes = 3;

/** What is asked for besides the password, and what is left if it is lost. */
export function FactorCard({ onSet }: { onSet?: () => void }) {
  const t = useText();
  const factor = useQuery(factorQuery);
  const [asked, setAsked] = useState<Ask>();
  const [codes, setCodes] = useState<string[]>([]);
  const close = () => setAsked(undefined);
  const shown = async (fresh: string[], says: string) => {
    close();
    setCodes(fresh);
    await refreshFactors();
    if (fresh.length > 0) return;
    toast({ text: says });
    onSet?.();
  };
  const kept = () => {
    setCodes([]);
    onSet?.();
  };
  return (
    <QueryCard
      id="second-factor"
      query={factor}
      title={t('settings.factor_title')}
      skeleton={<SkeletonRows count={1} />}
    >
      {(data) => (
        <>
          <FactorState factor={data} onAsk={setAsked} />
          <SetUpAppDialog
            open={asked === 'set-up'}
            onClose={close}
            onDone={(fresh) => void shown(fresh, t('settings.factor_is_on'))}
          />
          <ProofDialog
            open={asked === 'turn-off'}
            title={t('settings.turn_off_title')}
            text={t('settings.turn_off_text')}
            confirmText={t('settings.turn_off')}
            onClose={close}
            act={async (body) => {
              await call('POST /api/settings/second-factor/totp/remove', { body });
              await shown([], t('settings.factor_is_off'));
            }}
          />
          <ProofDialog
            open={asked === 'new-codes'}
            title={t('settings.new_codes')}
            text={t('settings.new_codes_text')}
            confirmText={t('settings.continue')}
            onClose={close}
            act={async (body) => {
              const fresh = await call('POST /api/settings/second-factor/recovery-codes', { body });
              await shown(fresh.recovery_codes, t('common.m42_save_ok'));
            }}
          />
          <KeepCodesDialog codes={codes} onKept={kept} />
        </>
      )}
    </QueryCard>
  );
}

function FactorState({ factor, onAsk }: { factor: Factor; onAsk: (ask: Ask) => void }) {
  const t = useText();
  const { on, totp_since: since, recovery_codes_left: left, required } = factor;
  return (
    <div className={styles.state}>
      <p>{t('settings.factor_text')}</p>
      {since && (
        <p>
          <Badge tone="positive">{t('settings.factor_on')}</Badge>{' '}
          <When at={since} as="date" within="settings.factor_since" />
        </p>
      )}
      {on && <p className={cx(left <= fewCodes && styles.few)}>{t('settings.codes_left', { count: left })}</p>}
      <div className={styles.acts}>
        {!since && (
          <Button variant={on ? 'secondary' : 'primary'} onClick={() => onAsk('set-up')}>
            {t('settings.set_up_app')}
          </Button>
        )}
        {on && <Button onClick={() => onAsk('new-codes')}>{t('settings.new_codes')}</Button>}
        {since && !required && (
          <Button variant="danger" onClick={() => onAsk('turn-off')}>
            {t('settings.turn_off')}
          </Button>
        )}
      </div>
    </div>
  );
}
