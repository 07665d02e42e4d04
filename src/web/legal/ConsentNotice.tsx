import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LegalDocument } from '#contract/legal/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { refreshUser } from '#web/platform/session/session.ts';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { useLeave } from '#web/shell/use-leave.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './Legal.module.css';
import { dueQuery, legalKey } from './legal-queries.ts';
import { LegalText } from './LegalText.tsx';

/**
 * Shows a client the documents that they still have to accept, at once and on every screen; they may browse before they
 * decide.
 */
export function ConsentNotice() {
  const t = useText();
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <Alert
        tone="warning"
        action={
          <Button size="small" variant="primary" onClick={() => setIsOpen(true)}>
            {t('legal.due_read')}
          </Button>
        }
      >
        <p>{t('legal.due_notice')}</p>
      </Alert>
      {isOpen && <ConsentDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ConsentDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { data: due } = useQuery(dueQuery(useLanguage()));
  const { isBusy, run } = useAsyncAction();
  const accept = async (documents: readonly LegalDocument[]) => {
    // A version that has changed since replaces the one that was read.
    await call('POST /api/legal/accept', { body: { versions: documents.map(({ id }) => id) } }).finally(() =>
      queries.invalidateQueries({ queryKey: legalKey }),
    );
    toast({ text: t('legal.accepted') });
    await refreshUser();
  };
  return (
    <Dialog
      open
      wide
      title={t('legal.due_title')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={due && t('legal.due_accept')}
      onConfirm={due && (() => run(() => accept(due)))}
      busy={isBusy}
      onClear={onClose}
    >
      <div className={flowStyles.column}>
        <p>{t('legal.due_text')}</p>
        {due ? due.map((version) => <Due key={version.id} version={version} />) : <SkeletonRows count={6} />}
        <OtherWays onGone={onClose} />
      </div>
    </Dialog>
  );
}

function Due({ version }: { version: LegalDocument }) {
  return (
    <section className={flowStyles.column}>
      <h3>{version.title}</h3>
      {/* Scrolls by itself, with the keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.document} aria-label={version.title} tabIndex={0}>
        <LegalText version={version} />
      </section>
    </section>
  );
}

/** For a person who does not agree. */
function OtherWays({ onGone }: { onGone: () => void }) {
  const t = useText();
  const leave = useLeave();
  const quiet = buttonClass({ variant: 'quiet', size: 'small' });
  return (
    <div>
      <p>{t('legal.due_otherwise')}</p>
      <div className={flowStyles.row}>
        <Link to="/settings/settings" hash="own-data" className={quiet} onClick={onGone}>
          {t('legal.due_data')}
        </Link>
        <Link to="/settings/settings" hash="closing" className={quiet} onClick={onGone}>
          {t('legal.due_close')}
        </Link>
        <Button size="small" variant="quiet" onClick={leave}>
          {t('shell.exit')}
        </Button>
      </div>
    </div>
  );
}
