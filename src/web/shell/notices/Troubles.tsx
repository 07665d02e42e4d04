import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { storeIntendedPath } from '#web/platform/navigation/guards.ts';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { endSession } from '#web/platform/session/session.ts';
import { clearAppError, useAppError } from '#web/platform/api/app-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './Troubles.module.css';

/** The session that ended and the server that failed, each shown once however many calls noticed. */
export function Troubles() {
  const t = useText();
  const router = useRouter();
  const trouble = useAppError();

  const signInAgain = () => {
    storeIntendedPath(router.state.location.href);
    endSession();
    clearAppError();
    void router.navigate({ href: pathIn(currentLanguage(), '/login') });
  };

  if (trouble?.kind === 'server_page') return <ServerPage address={trouble.address} />;
  const words = { loadingText: t('common.loading') };
  return (
    <>
      <Dialog
        {...words}
        open={trouble?.kind === 'session_ended'}
        title={t('common.token_expired_title')}
        closeLabel={t('common.ok')}
        onClear={signInAgain}
      >
        <p>{t('common.token_expired_text')}</p>
      </Dialog>
      <Dialog
        {...words}
        open={trouble?.kind === 'server_failed'}
        title={t('common.error_alert_title')}
        closeLabel={t('common.ok')}
        onClear={clearAppError}
      >
        <p>{t('common.error_alert_text')}</p>
        {trouble?.kind === 'server_failed' && trouble.requestId && (
          <p className={styles.number}>{t('common.request_number', { number: trouble.requestId })}</p>
        )}
      </Dialog>
    </>
  );
}

/** What a failing server sent as a page, shown as it is in a frame that runs nothing. */
function ServerPage({ address }: { address: string }) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  // Modal, so that it is above any open dialog, and takes the focus.
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={styles.page}
      role="alertdialog"
      aria-label={t('common.error_alert_title')}
      onCancel={(event) => event.preventDefault()}
    >
      <iframe sandbox="" src={address} title={t('common.error_alert_title')} tabIndex={-1} />
      <Button variant="primary" onClick={clearAppError} autoFocus>
        {t('common.m167_close')}
      </Button>
    </dialog>
  );
}
