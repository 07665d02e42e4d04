import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StatementLineInfo } from '#contract/reconciliation/statements.ts';
import { call } from '#web/platform/api/api.ts';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import textStyles from '#web/ui/Text.module.css';
import { candidatesQuery, refreshRuns } from './reconciliation-queries.ts';

/** Credits what a line says has arrived to a deposit that a person chooses. */
export function CreditLineDialog({ line, onClose }: { line: StatementLineInfo; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const sendOnce = useIdempotentCall();
  const [search, setSearch] = useState('');
  const { data } = useQuery(candidatesQuery(line.id, search.trim()));
  const candidates = data?.candidates ?? [];
  const form = useCallForm({ payment_id: '' });
  // Where only the amount fits, a person chooses: the deposit may be another client’s.
  const named = candidates.find(({ id, doubt }) => id === line.payment?.id && doubt !== 'no_reference' && !search);
  const chosen = candidates.find(({ id }) => id === form.values.payment_id) ?? named;
  const money = (amount: string) => format.money(amount, line.currency, { exact: true });
  const credit = form.submit(async () => {
    const body = { line_id: line.id, payment_id: chosen?.id ?? '' };
    const { result } = await sendOnce((idempotencyKey) =>
      call('POST /api/staff/reconciliation/statements/credit', { body }, { idempotencyKey }),
    );
    onClose();
    await refreshRuns();
    toast({ text: t(result === 'waiting' ? 'reconciliation.line_waiting' : 'reconciliation.line_credited') });
  });
  return (
    <FormDialog
      title={t('reconciliation.credit_amount', { amount: money(line.amount) })}
      confirmText={t('reconciliation.credit_line')}
      form={form}
      onSubmit={credit}
      onClose={onClose}
    >
      <p className={textStyles.soft}>
        <bdi>{[line.name, line.reference].filter(Boolean).join(' · ')}</bdi>
      </p>
      <TextField
        label={t('reconciliation.find_deposit')}
        value={search}
        maxLength={80}
        dir="ltr"
        onChange={({ target }) => setSearch(target.value)}
      />
      {candidates.length > 0 ? (
        <RadioGroup
          legend={t('reconciliation.candidates')}
          name="payment"
          options={candidates.map(({ id, number, amount, client, doubt }) => ({
            value: id,
            label: `${number} · ${client.name} · ${money(amount)}`,
            ...(doubt && { hint: t(`reconciliation.doubt_${doubt}`) }),
          }))}
          value={chosen?.id ?? ''}
          error={form.field('payment_id').error}
          onChange={({ target }) => form.set('payment_id', target.value)}
        />
      ) : (
        data && <p role="status">{t('reconciliation.no_candidates')}</p>
      )}
    </FormDialog>
  );
}
