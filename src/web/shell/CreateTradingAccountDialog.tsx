import { useQuery } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { closeDialog, useOpenDialog } from '#web/platform/navigation/dialogs.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { tradingAccountsQuery } from '#web/platform/session/session.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useForm } from '#web/ui/forms/use-form.ts';

/** Opens a live trading account in a chosen currency. */
export function CreateTradingAccountDialog() {
  const t = useText();
  const isOpen = useOpenDialog() === 'create-trading-account';
  const texts = { failed: t('common.went_wrong'), problems: t('common.input_problems') };
  const form = useForm({ currency_id: '' }, { texts });
  const currencies = useQuery({
    queryKey: ['trading-currencies'],
    queryFn: () => call('POST /api/trading-account/currencies', { body: {} }),
    enabled: isOpen,
  });

  const create = form.submit(async (body) => {
    try {
      await call('POST /api/trading-account/create', { body });
    } catch (error) {
      toast({ text: t('common.error_alert_title'), tone: 'negative' });
      throw error instanceof ApiError ? error : new ApiError(0);
    }
    close();
    await queries.invalidateQueries({ queryKey: tradingAccountsQuery.queryKey });
    toast({ text: t('common.m42_save_ok') });
  });
  const close = () => {
    form.reset();
    closeDialog();
  };

  return (
    <FormDialog
      open={isOpen}
      title={t('shell.create_account_title')}
      confirmText={currencies.data && t('common.m154_out_nextstep_button')}
      form={form}
      onSubmit={create}
      onClose={close}
    >
      <Async query={currencies} skeleton={<Skeleton height="4rem" />}>
        {(names) => (
          <SelectField
            {...form.field('currency_id')}
            label={t('shell.currency')}
            placeholder={t('shell.choose_currency')}
            hint={t('shell.currency_hint')}
            options={Object.entries(names).map(([value, label]) => ({ value, label }))}
            required
          />
        )}
      </Async>
    </FormDialog>
  );
}
