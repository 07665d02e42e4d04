import { useId } from 'react';
import type { TradingAccount } from '#contract/trading.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { refreshAccounts } from './account-queries.ts';
import styles from './TransferDialog.module.css';

interface NicknameDialogProps {
  account: TradingAccount;
  onClose: () => void;
}

/** Gives an account a name of one's own, or takes it away. */
export function NicknameDialog({ account, onClose }: NicknameDialogProps) {
  const t = useText();
  const formId = useId();
  const form = useCallForm({ nickname: account.nickname ?? '' });
  const save = form.submit(async ({ nickname }) => {
    const body = { trading_account_id: account.trading_account_id, nickname };
    await call('POST /api/trading-account/rename', { body });
    onClose();
    refreshAccounts();
  });
  return (
    <Dialog
      open
      title={t('trading.rename')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('trading.save')}
      confirmForm={formId}
      busy={form.busy}
      onClear={onClose}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={save}>
        <FormErrors messages={form.messages} />
        <TextField
          {...form.field('nickname')}
          label={t('trading.nickname')}
          hint={t('trading.nickname_hint')}
          maxLength={40}
        />
      </form>
    </Dialog>
  );
}
