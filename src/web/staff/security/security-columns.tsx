import type { SecurityRow } from '#contract/staff/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import type { Column } from '#web/ui/tables/DataTable.tsx';

const nothing = '–';

/** What was refused to whom, from where, and how often within a minute. */
export function useSecurityColumns(): Column<SecurityRow>[] {
  const t = useText();
  const { number } = useFormat();
  return [
    { key: 'at', header: t('staff.audit_at'), cell: ({ at }) => <DateTime at={at} as="full" /> },
    { key: 'kind', header: t('staff.security_what'), cell: ({ kind }) => t(`staff.security_${kind}`) },
    {
      key: 'client',
      header: t('staff.client'),
      cell: ({ client }) =>
        client ? (
          <Link to={`/admin/clients/${client.id}`}>
            <bdi>{client.name}</bdi>
          </Link>
        ) : (
          nothing
        ),
    },
    {
      key: 'address',
      header: t('staff.security_address'),
      cell: ({ address }) => (address ? <bdi dir="ltr">{address}</bdi> : t('staff.security_everywhere')),
    },
    { key: 'device', header: t('staff.security_device'), cell: ({ device }) => <bdi>{device ?? nothing}</bdi> },
    { key: 'call', header: t('staff.security_call'), cell: ({ endpoint }) => <code translate="no">{endpoint}</code> },
    { key: 'code', header: t('staff.security_code'), cell: ({ code }) => <code translate="no">{code}</code> },
    { key: 'times', header: t('staff.security_times'), numeric: true, cell: ({ times }) => number(times) },
  ];
}
