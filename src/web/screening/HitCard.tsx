import { useQuery } from '@tanstack/react-query';
import type { ShownHit } from '#contract/screening/endpoints.ts';
import { kindOfTopic } from '#contract/screening/names.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
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

type Fact = ShownHit['facts'][number];

/** Lists give days, countries and topics as codes. */
function useFactText(): (name: Fact['name'], value: string) => string {
  const t = useText();
  const format = useFormat();
  return (name, value) => {
    if (name === 'birthDate') return /^\d{4}-\d\d-\d\d$/.test(value) ? format.day(value) : value;
    if (name === 'country' || name === 'nationality')
      return /^[a-z]{2}$/.test(value) ? format.country(value.toUpperCase()) : value;
    if (name !== 'topics') return value;
    const kind = kindOfTopic(value);
    return kind === 'other' ? value : t(`screening.kind_${kind}`);
  };
}

function Hit({ hit }: { hit: ShownHit }) {
  const t = useText();
  const text = useFactText();
  const { facts, found_with: found, decision, requested } = hit;
  const values = (name: Fact['name'], list: readonly string[]) => {
    const texts = new Set(list.map((value) => text(name, value)));
    return <bdi>{[...texts].join(', ') || '–'}</bdi>;
  };
  return (
    <div className={flowStyles.stack}>
      <DataTable
        caption={hit.caption}
        rows={facts}
        rowKey={({ name }) => name}
        columns={[
          { key: 'fact', header: t('screening.fact'), bare: true, cell: ({ name }) => t(names[name]) },
          { key: 'client', header: t('screening.client'), cell: ({ name, client }) => values(name, client) },
          { key: 'entity', header: t('screening.entity'), cell: ({ name, entity }) => values(name, entity) },
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
      {requested && (
        <Alert tone="accent" title={t(`screening.requested_${requested.decision}`, { name: requested.by })} />
      )}
      {hit.state !== 'cleared' && !hit.own && <DecideForm hit={hit} />}
    </div>
  );
}
