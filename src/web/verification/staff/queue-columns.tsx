import type { VerificationRow } from '#contract/verification/staff-endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';

/** The list of cases. */
export function useQueueColumns(): Column<VerificationRow>[] {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  return [
    {
      key: 'client',
      header: t('verification.client'),
      bare: true,
      cell: ({ client_id, name, country, level }) => (
        <>
          <Link to={`/admin/verification/${client_id}`}>
            <bdi>{name}</bdi>
          </Link>
          <p className={textStyles.soft}>
            {format.country(country)} · {t('verification.level', { level })}
          </p>
        </>
      ),
    },
    {
      key: 'waiting',
      header: t('verification.what'),
      cell: ({ waiting }) => waiting.map((need) => t(`verification.need_${need}`)).join(' · '),
    },
    {
      key: 'due',
      header: t('verification.due'),
      cell: ({ due_at }) =>
        due_at && (
          <span className={flowStyles.centred}>
            <RelativeTime at={due_at} />
            {new Date(due_at) < now && <State tone="negative">{t('verification.overdue')}</State>}
          </span>
        ),
    },
    {
      key: 'reviewer',
      header: t('verification.reviewer'),
      cell: ({ reviewer }) => (reviewer ? <bdi>{reviewer.name}</bdi> : t('verification.nobody')),
    },
  ];
}
