import type { VerificationRow } from '#contract/verification/staff-endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { DateTime, RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { cx } from '#web/ui/cx.ts';
import { State } from '#web/ui/State.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
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
          <p className={cx(textStyles.soft, textStyles.wide)}>
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
        due_at &&
        (new Date(due_at) < now ? (
          <State tone="negative">
            <span>
              <DateTime at={due_at} as="brief" within="verification.overdue_since" />
            </span>
          </State>
        ) : (
          <RelativeTime at={due_at} />
        )),
    },
    {
      key: 'reviewer',
      header: t('verification.reviewer'),
      wide: true,
      once: ({ reviewer }) => reviewer?.id ?? '',
      cell: ({ reviewer }) => (reviewer ? <bdi>{reviewer.name}</bdi> : t('verification.nobody')),
    },
  ];
}
