import type { SecurityRow } from '#contract/staff/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { firstSentence } from '#web/platform/i18n/first-sentence.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useLanguage } from '#web/platform/i18n/language.ts';
import type { Column } from '#web/ui/tables/DataTable.tsx';

/** What was refused to whom, from where, and how often within a minute. */
export function useSecurityColumns(): Column<SecurityRow>[] {
  const t = useText();
  const { number } = useFormat();
  const language = useLanguage();
  return [
    { key: 'at', header: t('staff.audit_at'), beside: true, cell: ({ at }) => <DateTime at={at} as="full" /> },
    {
      key: 'kind',
      header: t('staff.security_what'),
      leads: true,
      // Codes are of use where the event is pointed at.
      cell: ({ kind, endpoint, code }) => (
        <span title={`${endpoint} ${code}`} data-code>
          {t(`staff.security_${kind}`)}
        </span>
      ),
    },
    {
      key: 'message',
      header: t('staff.reason'),
      grows: true,
      cell: ({ message }) => message && firstSentence(message, language),
    },
    {
      key: 'client',
      header: t('staff.client'),
      cell: ({ client }) =>
        client && (
          <Link to={`/admin/clients/${client.id}`}>
            <bdi>{client.name}</bdi>
          </Link>
        ),
    },
    {
      key: 'address',
      header: t('staff.security_address'),
      cell: ({ address }) => (address ? <bdi dir="ltr">{address}</bdi> : t('staff.security_everywhere')),
    },
    {
      key: 'device',
      header: t('staff.security_device'),
      wide: true,
      cell: ({ device }) => device && <bdi>{device}</bdi>,
    },
    {
      key: 'times',
      header: t('staff.security_times'),
      numeric: true,
      cell: ({ times }) => times > 1 && `× ${number(times)}`,
    },
  ];
}
