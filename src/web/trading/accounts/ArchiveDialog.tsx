import { useRouter } from '@tanstack/react-router';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshAccounts } from '../account-queries.ts';

interface ArchiveDialogProps {
  account: TradingAccount;
  onClose: () => void;
}

/** Puts an empty account away, with the reason that its client gives. */
export function ArchiveDialog({ account: { trading_account_id: number }, onClose }: ArchiveDialogProps) {
  const t = useText();
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
    <FormDialog
      title={t('trading.archive_title', { number })}
      confirmText={t('trading.archive')}
      form={form}
      onSubmit={archive}
      onClose={onClose}
    >
      <p>{t('trading.archive_text')}</p>
      <TextField {...form.field('reason')} label={t('trading.archive_reason')} maxLength={200} required />
    </FormDialog>
  );
}
