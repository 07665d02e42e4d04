import type { HitRow } from '#contract/screening/endpoints.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';

const tones = { sanction: 'negative', exposed: 'warning', other: 'neutral' } as const;

/** Who resembles whom; a button opens one. */
export function useHitColumns(onCompare: (id: string) => void): Column<HitRow>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      key: 'client',
      header: t('screening.client'),
      bare: true,
      cell: ({ client, payee }) => (
        <>
          <Link to={`/admin/clients/${client.id}`}>
            <bdi>{client.name}</bdi>
          </Link>
          {payee !== null && <div>{t('screening.payee', { name: payee })}</div>}
        </>
      ),
    },
    {
      key: 'entity',
      header: t('screening.entity'),
      cell: ({ caption, reopened }) => (
        <>
          <bdi>{caption}</bdi> {reopened && <State tone="warning">{t('screening.reopened')}</State>}
        </>
      ),
    },
    {
      key: 'kind',
      header: t('screening.kind'),
      cell: ({ kind }) => <Badge tone={tones[kind]}>{t(`screening.kind_${kind}`)}</Badge>,
    },
    {
      key: 'score',
      header: t('screening.score'),
      numeric: true,
      cell: ({ score }) => format.percent(String(Math.round(score * 100))),
    },
    {
      key: 'found',
      header: t('screening.found_at'),
      wide: true,
      cell: ({ found_at: at }) => <DateTime at={at} as="brief" />,
    },
    {
      key: 'compare',
      header: t('screening.compare'),
      bare: true,
      cell: ({ id }) => (
        <Button size="small" onClick={() => onCompare(id)}>
          {t('screening.compare')}
        </Button>
      ),
    },
  ];
}
