import { staffRoles } from '#contract/staff/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { State } from '#web/ui/State.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import type { ListedClient } from './clients-query.ts';
import { RiskState } from './RiskState.tsx';
import styles from './ClientTable.module.css';

/** The list of clients, their main data first. */
export function useClientColumns(): Column<ListedClient>[] {
  const t = useText();
  const format = useFormat();
  return [
    { key: 'name', header: t('staff.client'), bare: true, cell: (client) => <Identity client={client} /> },
    {
      key: 'email',
      header: t('staff.email'),
      wide: true,
      cell: ({ email }) => <bdi className={styles.address}>{email}</bdi>,
    },
    { key: 'country', header: t('staff.country'), bare: true, cell: ({ country }) => format.country(country) },
    {
      key: 'level',
      header: t('staff.level'),
      bare: true,
      cell: ({ verification_level: level }) => t('staff.level_number', { level }),
    },
    {
      key: 'risk',
      header: t('staff.risk'),
      bare: true,
      cell: ({ risk }) => risk !== null && <RiskState risk={risk} />,
    },
    {
      key: 'tier',
      header: t('common.tier'),
      bare: true,
      cell: ({ tier, tier_until }) => (
        <>
          {t(`common.tier_${tier}`)} {tier_until !== null && <Badge>{t('staff.tier_is_set')}</Badge>}
        </>
      ),
    },
    {
      key: 'confirmed',
      header: t('staff.state'),
      bare: true,
      cell: ({ email_verified: isConfirmed }) =>
        !isConfirmed && <State tone="others">{t('staff.not_confirmed')}</State>,
    },
    {
      key: 'accounts',
      header: t('staff.accounts'),
      numeric: true,
      wide: true,
      cell: ({ trading_accounts: count }) => count > 0 && format.number(count),
    },
    {
      key: 'manager',
      header: t('staff.manager'),
      wide: true,
      cell: ({ manager }) => manager !== null && <bdi>{manager}</bdi>,
    },
    {
      key: 'since',
      header: t('staff.since'),
      wide: true,
      cell: ({ created_at }) => <DateTime at={created_at} as="date" />,
    },
  ];
}

function Identity({ client }: { client: ListedClient }) {
  const t = useText();
  const { id, full_name, roles, state, restricted, tags } = client;
  return (
    <>
      <Link to={`/admin/clients/${id}`} className={styles.name}>
        <bdi>{full_name}</bdi>
      </Link>{' '}
      {staffRoles
        .filter((role) => roles.includes(role))
        .map((role) => (
          <Badge key={role} tone="accent">
            {t(`common.role_${role}`)}
          </Badge>
        ))}{' '}
      {state !== 'active' && <State tone="negative">{t(`staff.state_${state}`)}</State>}{' '}
      {restricted.length > 0 && <State tone="negative">{t('staff.limits_of_restricted')}</State>}{' '}
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </>
  );
}
