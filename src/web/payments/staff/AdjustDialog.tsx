import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { adjustmentCategories, type AdjustmentCategory } from '#contract/payments/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { clientsQuery } from '#web/staff/clients-query.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { showItem } from './queue-queries.ts';

const typingDelayMs = 300;

/** Requests a credit or a debit of a wallet; another person decides. */
export function AdjustDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const router = useRouter();
  const sendOnce = useIdempotentCall();
  const [search, setSearch] = useState('');
  const form = useCallForm({ client_id: '', wallet_id: '', direction: 'give', amount: '', category: '', note: '' });
  const { values } = form;
  const clients = useInfiniteQuery({
    ...clientsQuery({ search: useDebounced(search.trim(), typingDelayMs) }),
    enabled: open,
  });
  const wallets = useQuery({
    queryKey: ['payment-desk', 'wallets', values.client_id],
    queryFn: () => call('POST /api/staff/payments/wallets', { body: { client_id: values.client_id } }),
    enabled: open && values.client_id !== '',
  });
  const close = () => {
    form.reset();
    onClose();
  };
  const propose = form.submit(async ({ wallet_id, direction, amount, category, note }) => {
    const body = {
      wallet_id,
      direction: direction as 'give' | 'take',
      amount,
      category: category as AdjustmentCategory,
      note,
    };
    const item = await sendOnce((idempotencyKey) =>
      call('POST /api/staff/payments/adjust', { body }, { idempotencyKey }),
    );
    close();
    showItem(item);
    await router.navigate({ href: pathIn(currentLanguage(), `/admin/money/${item.payment.id}`) });
  });
  const found = clients.data?.pages.flatMap((page) => page.clients) ?? [];
  return (
    <FormDialog
      open={open}
      title={t('payments.adjust')}
      confirmText={t('payments.propose')}
      form={form}
      onSubmit={propose}
      onClose={close}
    >
      <p>{t('payments.adjust_text')}</p>
      <TextField
        type="search"
        label={t('payments.find_client')}
        value={search}
        maxLength={80}
        onChange={({ target }) => setSearch(target.value)}
      />
      <SelectField
        {...form.field('client_id')}
        label={t('payments.client')}
        placeholder={t('payments.choose_client')}
        options={found.map(({ id, email }) => ({ value: id, label: email }))}
        required
      />
      <SelectField
        {...form.field('wallet_id')}
        label={t('payments.wallet')}
        placeholder={t('payments.choose_wallet')}
        options={(wallets.data ?? []).map(({ wallet_id, name, currency, available }) => ({
          value: wallet_id,
          label: t('payments.wallet_with', { name, amount: format.symbol(available, currency) }),
        }))}
        required
      />
      <SelectField
        {...form.field('direction')}
        label={t('payments.direction')}
        options={(['give', 'take'] as const).map((value) => ({ value, label: t(`payments.direction_${value}`) }))}
        required
      />
      <TextField
        {...form.field('amount')}
        label={t('payments.amount')}
        inputMode="decimal"
        dir="ltr"
        maxLength={24}
        required
      />
      <SelectField
        {...form.field('category')}
        label={t('payments.category')}
        placeholder={t('payments.choose_category')}
        options={adjustmentCategories.map((value) => ({ value, label: t(`payments.category_${value}`) }))}
        required
      />
      <TextAreaField {...form.field('note')} label={t('payments.note')} rows={3} maxLength={500} required />
    </FormDialog>
  );
}
