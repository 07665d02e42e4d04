import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allotmentMethods, type AllotmentMethod } from '#contract/ipo/names.ts';
import type { MethodComparison } from '#contract/ipo/staff-records.ts';
import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from '../../Stack.module.css';
import { comparisonQuery, showStaffOffering, type StaffOfferingInfo } from '../offering-queries.ts';
import { useFirstVersion } from '../use-first-version.ts';
import { PreviewLines } from '../PreviewLines.tsx';

/** What each method would come to, and the choice of one, which a second person decides. */
export function AllotmentDialog({ info: latest, onClose }: { info: StaffOfferingInfo; onClose: () => void }) {
  const info = useFirstVersion(latest);
  const t = useText();
  const sendOnce = useIdempotentCall();
  const comparison = useQuery(comparisonQuery(info.stock_id));
  const [method, setMethod] = useState<AllotmentMethod>(info.terms.allotment_method);
  const form = useCallForm({ manual_csv: '', note: '' });
  const submit = form.submit(async ({ manual_csv, note }) => {
    const body = {
      stock_id: info.stock_id,
      version: info.version,
      method,
      ...(method === 'manual' && { manual_csv }),
      ...(note && { note }),
    };
    const response = await sendOnce((idempotencyKey) =>
      call('POST /api/staff/ipo/propose-allotment', { body }, { idempotencyKey }),
    );
    onClose();
    showStaffOffering(response);
    toast({ text: t('offerings.proposed') });
  });
  return (
    <FormDialog
      wide
      title={t('offerings.action_propose_allotment')}
      confirmText={t('offerings.action_propose_allotment')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('offerings.action_propose_allotment_text')}</p>
      <QueryCard query={comparison} title={t('offerings.comparison')} flush skeleton={<SkeletonRows count={5} />}>
        {(data) => <ComparisonTable comparison={data} />}
      </QueryCard>
      <SelectField
        label={t('ipo.allotment_by')}
        value={method}
        options={allotmentMethods.map((value) => ({ value, label: t(`ipo.method_${value}`) }))}
        onChange={({ target }) => setMethod(target.value as AllotmentMethod)}
      />
      {method === 'manual' && (
        <TextAreaField
          {...form.field('manual_csv')}
          label={t('offerings.manual_csv')}
          hint={t('offerings.manual_csv_hint')}
          rows={6}
          dir="ltr"
          required
        />
      )}
      <TextAreaField
        {...form.field('note')}
        label={t('offerings.note')}
        hint={t('offerings.note_hint')}
        rows={2}
        maxLength={500}
      />
      <PreviewLines stockId={info.stock_id} action="allot" />
    </FormDialog>
  );
}

type Row = MethodComparison['methods'][number];

function ComparisonTable({ comparison }: { comparison: MethodComparison }) {
  const t = useText();
  const format = useFormat();
  const figure = (key: 'allotted' | 'served' | 'smallest' | 'largest'): Column<Row> => ({
    key,
    header: t(`offerings.comparison_${key}`),
    numeric: true,
    cell: ({ summary }) => (summary ? format.number(summary[key]) : '—'),
  });
  const columns: Column<Row>[] = [
    {
      key: 'method',
      header: t('ipo.allotment_by'),
      bare: true,
      cell: ({ method, summary }) => (
        <>
          {t(`ipo.method_${method}`)}
          {!summary && <p className={textStyles.soft}>{t('offerings.not_enough')}</p>}
        </>
      ),
    },
    figure('allotted'),
    figure('served'),
    figure('smallest'),
    figure('largest'),
    {
      key: 'tiers',
      header: t('ipo.by_tier'),
      cell: ({ summary }) => (
        <p className={styles.line}>
          {summary?.by_tier.map(({ tier, fill_percent }) => (
            <span key={tier}>
              {t(`common.tier_${tier}`)} <bdi>{format.share(fill_percent)}</bdi>
            </span>
          ))}
        </p>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('offerings.comparison')}
      columns={columns}
      rows={comparison.methods}
      rowKey={({ method }) => method}
    />
  );
}
