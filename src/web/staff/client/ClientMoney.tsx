import { useQuery } from '@tanstack/react-query';
import type { StaffClient } from '#contract/staff/clients.ts';
import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { trendOf } from '#web/ui/figures/trend.ts';
import { Card } from '#web/ui/layout/Card.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import textStyles from '#web/ui/Text.module.css';

const toTheMinute = (at: string) => at.slice(0, 'yyyy-mm-ddThh:mm'.length);

/** What the client has in each wallet. */
export function WalletsCard({ wallets }: Pick<StaffClient, 'wallets'>) {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('staff.wallets')} titled={false}>
      <Figures>
        {wallets.map(({ id, available, held, currency }) => (
          <Stat
            key={id}
            label={currency}
            value={<Sum amount={available} currency={currency} />}
            hint={
              trendOf(held) === 'flat' ? undefined : (
                <>
                  {format.label(t('staff.held'))} <Sum amount={held} currency={currency} />
                </>
              )
            }
          />
        ))}
      </Figures>
    </Card>
  );
}

/** The client's trading accounts with the platform's figures of each, archived ones too. */
export function AccountsCard({ client: { id, accounts } }: { client: Pick<StaffClient, 'id' | 'accounts'> }) {
  const t = useText();
  if (accounts.length > 0) return <FiguresCard id={id} count={accounts.length} />;
  return (
    <Card title={t('staff.accounts')}>
      <p className={textStyles.soft}>{t('staff.has_none')}</p>
    </Card>
  );
}

function FiguresCard({ id, count }: { id: string; count: number }) {
  const t = useText();
  const query = useQuery({
    queryKey: ['clients', 'part', 'accounts', id],
    queryFn: () => call('POST /api/staff/clients/accounts', { body: { client_id: id } }),
  });
  return (
    <QueryCard query={query} title={t('staff.accounts')} flush skeleton={<SkeletonRows count={count} />}>
      {(accounts) => (
        <DataTable
          caption={t('staff.accounts')}
          rows={accounts}
          rowKey={({ trading_account_id }) => trading_account_id}
          columns={[
            {
              key: 'number',
              header: t('staff.number'),
              bare: true,
              leads: true,
              cell: ({ trading_account_id, former_number: former }) => (
                <>
                  {trading_account_id}
                  {former !== null && (
                    <p className={textStyles.soft}>{t('trading.former_number', { number: former })}</p>
                  )}
                </>
              ),
            },
            {
              key: 'status',
              header: t('staff.state'),
              beside: true,
              once: ({ status }) => status,
              cell: ({ status }) => <State>{t(`trading.status_${status}`)}</State>,
            },
            {
              key: 'balance',
              header: t('trading.balance'),
              numeric: true,
              cell: ({ native_balance, currency }) => <Sum amount={native_balance} currency={currency} />,
            },
            {
              key: 'equity',
              header: t('trading.equity'),
              numeric: true,
              cell: ({ equity, currency }) => <Sum amount={equity} currency={currency} />,
            },
            {
              key: 'free',
              header: t('trading.free_margin'),
              numeric: true,
              cell: ({ free_margin, currency }) => <Sum amount={free_margin} currency={currency} />,
            },
            {
              key: 'at',
              header: t('staff.figures_at'),
              once: ({ synchronised_at }) => toTheMinute(synchronised_at),
              cell: ({ synchronised_at }) => <DateTime at={synchronised_at} />,
            },
          ]}
        />
      )}
    </QueryCard>
  );
}
