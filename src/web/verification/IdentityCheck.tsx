import { useState } from 'react';
import type { VerificationShown } from '#contract/verification/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import { ReasonsList } from './ReasonsList.tsx';

/** The check of identity by the operator’s provider: how it stands, and the way to the provider’s own page. */
export function IdentityCheck({ check }: { check: NonNullable<VerificationShown['identity_check']> }) {
  const t = useText();
  const [url, setUrl] = useState<string>();
  const form = useCallForm({});
  const begin = form.submit(async () => {
    setUrl((await call('POST /api/verification/identity-check', { body: {} })).url);
  });
  const { provider, state, reasons, open } = check;
  return (
    <div className={flowStyles.stack}>
      {state === 'waiting' && <p role="status">{t('verification.check_waiting')}</p>}
      {(state === 'review' || state === 'rejected') && <p role="status">{t('verification.check_review')}</p>}
      {state === 'again' && (
        <Alert tone="warning" title={t('verification.check_again')}>
          <ReasonsList reasons={reasons} />
        </Alert>
      )}
      {open && (
        <>
          <p className={textStyles.soft}>{t('verification.check_about', { provider })}</p>
          <FormErrors messages={form.messages} />
          <div>
            {/* A click on a link opens a tab in every browser; one opened after an answer would be blocked. */}
            {url ? (
              <a className={buttonClass({ variant: 'primary' })} href={url} target="_blank" rel="noopener noreferrer">
                {t('verification.check_open')}
              </a>
            ) : (
              <Button variant="primary" busy={form.busy} onClick={() => begin()}>
                {t('verification.check_start')}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}
