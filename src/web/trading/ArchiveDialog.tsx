import { useRouter } from '@tanstack/react-router';
import { useId } from 'react';
import type { TradingAccount } from '#contract/trading.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { currentLanguage, pathIn } from '#web/platform/language.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshAccounts } from './account-queries.ts';
import styles from './TransferDialog.module.css';

interface ArchiveDialogProps {
  account: TradingAccount;
  onClose: () => void;
}

/** Puts an empty account away, with the reason that its client gives. */
export function ArchiveDialog({ account: { trading_account_id: number }, onClose }: ArchiveDialogProps) {
  const t = useText();
  const formId = useId();
  const router = useRouter();
  const form = useCallForm({ reason: '' });
  const archive = form.submit(async ({ reason }) => {
    await call('POST /api/trading-account/archive', { body: { trading_account_id: number, reason } });
    onClose();
    await router.navigate({ href: pathIn(currentLanguage(), '/trading-account') });
    refreshAccounts();
    toast({ text: t('trading.archived_done', { number }) });
  });
  return (
    <Dialog
      open
      title={t('trading.archive_title', { number })}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('trading.archive')}
      confirmForm={formId}
      busy={form.busy}
      onClear={onClose}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={archive}>
        <p>{t('trading.archive_text')}</p>
        <FormErrors messages={form.messages} />
        <TextField {...form.field('reason')} label={t('trading.archive_reason')} maxLength={200} required />
      </form>
    </Dialog>
  );
}
