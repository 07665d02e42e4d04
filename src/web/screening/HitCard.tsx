import { useQuery } from '@tanstack/react-query';
import type { ShownHit } from '#contract/screening/endpoints.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import textStyles from '#web/ui/Text.module.css';
import { DecideForm } from './DecideForm.tsx';
import { hitQuery } from './screening-queries.ts';

/** One hit: the facts of the client and of the entity side by side, and the decision. */
export function HitCard({ id }: { id: string }) {
  const query = useQuery(hitQuery(id));
  return (
    <QueryCard query={query} title={query.data?.caption ?? ''} skeleton={<SkeletonRows count={5} />}>
      {(hit) => <Hit hit={hit} />}
    </QueryCard>
  );
}

const names = {
  name: 'verification.name',
  birthDate: 'verification.birth_on',
  nationality: 'verification.nationality',
  country: 'verification.country',
  topics: 'screening.kind',
  address: 'verification.address',
} as const;

function Hit({ hit }: { hit: ShownHit }) {
  const t = useText();
  const { facts, found_with: found, decision, clearing } = hit;
  const values = (list: readonly string[]) => <bdi>{list.join(', ') || '–'}</bdi>;
  return (
    <div className={flowStyles.stack}>
      <DataTable
        caption={hit.caption}
        rows={facts}
        rowKey={({ name }) => name}
        columns={[
          { key: 'fact', header: t('screening.fact'), bare: true, cell: ({ name }) => t(names[name]) },
          { key: 'client', header: t('screening.client'), cell: ({ client }) => values(client) },
          { key: 'entity', header: t('screening.entity'), cell: ({ entity }) => values(entity) },
        ]}
      />
      <p className={textStyles.soft}>
        {t('screening.list', { list: found.list, version: found.version })} · {found.algorithm} ·{' '}
        <bdi>{hit.lists.join(', ')}</bdi>
      </p>
      {decision && (
        <p>
          {t(`screening.state_${hit.state}`)} · <DateTime at={decision.at} /> ·{' '}
          {t('screening.decided', { name: decision.by, reason: decision.reason })}
        </p>
      )}
      {clearing && <Alert tone="accent" title={t('screening.requested', { name: clearing.by })} />}
      {hit.state !== 'cleared' && !hit.own && <DecideForm hit={hit} />}
    </div>
  );
}
