import type { StaffClient } from '#contract/staff-clients.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import styles from './Client.module.css';

/** What he has in each wallet. */
export function WalletsCard({ wallets }: Pick<StaffClient, 'wallets'>) {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('staff.wallets')} flush>
      <DataTable
        caption={t('staff.wallets')}
        rows={wallets}
        rowKey={({ id }) => id}
        columns={[
          { key: 'currency', header: t('staff.currency'), cell: ({ currency }) => <bdi>{currency}</bdi> },
          {
            key: 'available',
            header: t('staff.available'),
            numeric: true,
            cell: ({ available, currency }) => <bdi>{format.money(available, currency)}</bdi>,
          },
          {
            key: 'held',
            header: t('staff.held'),
            numeric: true,
            cell: ({ held, currency }) => <bdi>{format.money(held, currency)}</bdi>,
          },
        ]}
      />
    </Card>
  );
}

/** His trading accounts, those that are put away too. */
export function AccountsCard({ accounts }: Pick<StaffClient, 'accounts'>) {
  const t = useText();
  return (
    <Card title={t('staff.accounts')} flush={accounts.length > 0}>
      {accounts.length === 0 ? (
        <p className={styles.soft}>{t('staff.has_none')}</p>
      ) : (
        <DataTable
          caption={t('staff.accounts')}
          rows={accounts}
          rowKey={({ number }) => number}
          columns={[
            { key: 'number', header: t('staff.number'), cell: ({ number }) => <bdi>{number}</bdi> },
            { key: 'currency', header: t('staff.currency'), cell: ({ currency }) => <bdi>{currency}</bdi> },
            {
              key: 'status',
              header: t('staff.state'),
              cell: ({ status }) => <Badge>{t(`trading.status_${status}`)}</Badge>,
            },
          ]}
        />
      )}
    </Card>
  );
}
