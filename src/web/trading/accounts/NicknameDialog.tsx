import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { refreshAccounts } from '../account-queries.ts';

interface NicknameDialogProps {
  account: TradingAccount;
  onClose: () => void;
}

/** Gives an account a name of one's own, or takes it away. */
export function NicknameDialog({ account, onClose }: NicknameDialogProps) {
  const t = useText();
  const form = useCallForm({ nickname: account.nickname ?? '' });
  const save = form.submit(async ({ nickname }) => {
    const body = { trading_account_id: account.trading_account_id, nickname };
    await call('POST /api/trading-account/rename', { body });
    onClose();
    refreshAccounts();
  });
  return (
    <FormDialog
      title={t('trading.rename')}
      confirmText={t('trading.save')}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        {...form.field('nickname')}
        label={t('trading.nickname')}
        hint={t('trading.nickname_hint')}
        maxLength={40}
      />
    </FormDialog>
  );
}
