import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { When } from '#web/platform/When.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import type { ListedClient } from './ClientsPage.tsx';

interface ClientTableProps {
  clients: readonly ListedClient[];
  onChoose: (client: ListedClient) => void;
}

export function ClientTable({ clients, onChoose }: ClientTableProps) {
  const t = useText();
  const format = useFormat();
  const nameOf = ({ first_name, second_name }: ListedClient) => t('common.full_name', { first_name, second_name });
  const columns: Column<ListedClient>[] = [
    { key: 'name', header: t('staff.name'), cell: (client) => <bdi>{nameOf(client)}</bdi> },
    { key: 'email', header: t('staff.email'), cell: ({ email }) => <bdi>{email}</bdi> },
    {
      key: 'verified',
      header: t('staff.verified'),
      cell: ({ email_verified }) =>
        email_verified ? (
          <Badge tone="positive">{t('staff.verified_yes')}</Badge>
        ) : (
          <Badge tone="warning">{t('staff.verified_no')}</Badge>
        ),
    },
    { key: 'country', header: t('staff.country'), cell: ({ country }) => format.country(country) },
    {
      key: 'accounts',
      header: t('staff.accounts'),
      numeric: true,
      cell: ({ trading_accounts }) => format.number(trading_accounts),
    },
    { key: 'since', header: t('staff.since'), cell: ({ created_at }) => <When at={created_at} as="date" /> },
    {
      key: 'link',
      header: t('staff.act'),
      cell: (client) =>
        client.roles.every((role) => role === 'client') && (
          <Button
            size="small"
            aria-label={t('staff.sign_in_link_for', { name: nameOf(client) })}
            onClick={() => onChoose(client)}
          >
            {t('staff.sign_in_link')}
          </Button>
        ),
    },
  ];
  return <DataTable caption={t('staff.clients_title')} columns={columns} rows={clients} rowKey={({ id }) => id} />;
}
