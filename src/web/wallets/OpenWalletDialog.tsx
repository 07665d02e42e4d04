import { useId } from 'react';
import { call } from '#web/platform/api.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { toast } from '#web/ui/toast.ts';
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
  const formId = useId();
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
    <Dialog
      open={open}
      title={t('wallets.open_title')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('wallets.open_confirm')}
      confirmForm={formId}
      busy={form.busy}
      onClear={close}
    >
      <form id={formId} noValidate onSubmit={submit}>
        <FormErrors messages={form.messages} />
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
      </form>
    </Dialog>
  );
}
