import { useState } from 'react';
import type { Simulation } from '#contract/payments/automatic-approval.ts';
import type { AutomaticApproval } from '#contract/settings/values/automatic-approval.ts';
import { call } from '#web/platform/api/api.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Settings.module.css';

/** Tries rules on past withdrawals; what other rules gave is no longer shown. */
export function Simulator({ rules }: { rules: AutomaticApproval }) {
  const t = useText();
  const form = useCallForm({});
  const [simulation, setSimulation] = useState<Simulation>();
  const simulate = form.submit(async () => {
    setSimulation(await call('POST /api/staff/payments/automatic-approval/simulate', { body: { rules } }));
  });
  return (
    <div className={styles.group} role="group" aria-label={t('settings.rules_simulate')}>
      <FormErrors messages={form.messages} />
      <div>
        <Button size="small" busy={form.busy} onClick={() => simulate()}>
          {t('settings.rules_simulate')}
        </Button>
      </div>
      {simulation && <Result simulation={simulation} />}
    </div>
  );
}

function Result({ simulation: { since, count, usd, rules, missed, approved } }: { simulation: Simulation }) {
  const t = useText();
  const { symbol, number } = useFormat();
  const amount = (of: { count: number; usd: string }) => (
    <bdi>
      {number(of.count)} · {symbol(of.usd, 'USD')}
    </bdi>
  );
  return (
    <div className={styles.group} role="status">
      <p>{t('settings.rules_simulated', { count, usd: symbol(usd, 'USD') })}</p>
      <p className={textStyles.soft}>
        <DateTime at={since} within="settings.rules_since" />
      </p>
      <DataTable
        caption={t('settings.rules_would_approve')}
        rows={rules}
        rowKey={({ name }) => name}
        columns={[
          { key: 'rule', header: t('settings.rules_name'), cell: ({ name }) => <bdi>{name}</bdi> },
          { key: 'approved', header: t('settings.rules_would_approve'), numeric: true, cell: amount },
          {
            key: 'refused',
            header: t('settings.rules_refused'),
            numeric: true,
            cell: ({ refused }) => amount(refused),
          },
        ]}
      />
      {approved.length > 0 && (
        <DataTable
          caption={t('payments.staff_title')}
          rows={approved}
          rowKey={({ payment_id: id }) => id}
          columns={[
            {
              key: 'payment',
              header: t('payments.request'),
              cell: ({ payment_id: id, number: shown }) => (
                <Link to={`/admin/money/${id}`}>
                  <RecordNumber value={shown} />
                </Link>
              ),
            },
            {
              key: 'state',
              header: t('payments.state'),
              cell: ({ state }) => t(`payments.state_${state}`),
            },
            { key: 'rule', header: t('settings.rules_name'), cell: ({ rule }) => <bdi>{rule}</bdi> },
            {
              key: 'amount',
              header: t('payments.amount'),
              numeric: true,
              cell: ({ usd: value }) => <Sum amount={value} currency="USD" />,
            },
          ]}
        />
      )}
      {missed.length > 0 && (
        <>
          <p>{t('settings.rules_missed')}</p>
          <ul>
            {missed.map(({ rule, condition, count: many }) => (
              <li key={`${rule} ${condition}`}>
                {number(many)} · {condition} {rule !== null && <bdi>({rule})</bdi>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
