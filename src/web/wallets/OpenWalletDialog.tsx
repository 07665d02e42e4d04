import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshWallets } from './wallet-queries.ts';

interface OpenWalletDialogProps {
  open: boolean;
  currencies: readonly string[];
  onClose: () => void;
}

/** Opens a wallet in another currency. */
export function OpenWalletDialog({ open, currencies, onClose }: OpenWalletDialogProps) {
  const t = useText();
  const format = useFormat();
  const form = useCallForm({ currency_id: '' });
  const close = () => {
    form.reset();
    onClose();
  };
  const submit = form.submit(async (body) => {
    const { name } = await call('POST /api/wallets/open', { body });
    await refreshWallets();
    close();
    toast({ text: t('wallets.opened', { name }) });
  });
  return (
    <FormDialog
      open={open}
      title={t('wallets.open_title')}
      confirmText={t('wallets.open_confirm')}
      form={form}
      onSubmit={submit}
      onClose={close}
    >
      <SelectField
        {...form.field('currency_id')}
        label={t('wallets.currency')}
        hint={t('wallets.open_hint')}
        placeholder={t('wallets.choose_currency')}
        options={currencies.map((code) => ({
          value: code,
          label: t('wallets.currency_option', { code, name: format.currencyName(code) }),
        }))}
        required
      />
    </FormDialog>
  );
}
