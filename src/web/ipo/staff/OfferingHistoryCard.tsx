import { History } from 'lucide-react';
import { auditTextOf, isAuditAction } from '#contract/staff/audit-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import type { StaffOfferingInfo } from './offering-queries.ts';
import { HistoryDetails } from './HistoryDetails.tsx';

type Entry = StaffOfferingInfo['history'][number];

/** One thing done in several languages is one row. */
interface Deed extends Entry {
  languages: string[];
}

/** Neighbours that say the same of another language, by one person within a minute, as one. */
function byDeed(history: readonly Entry[]): Deed[] {
  const deeds: Deed[] = [];
  for (const entry of history) {
    const { language } = entry.details;
    const last = deeds.at(-1);
    if (language && last && isSame(last, entry)) last.languages.push(language);
    else deeds.push({ ...entry, languages: language ? [language] : [] });
  }
  return deeds;
}

const minuteMs = 60_000;

const isSame = (one: Deed, other: Entry) =>
  one.languages.length > 0 &&
  one.action === other.action &&
  one.by === other.by &&
  rest(one.details) === rest(other.details) &&
  Math.abs(Date.parse(one.at) - Date.parse(other.at)) < minuteMs;

/** What was done, without the language. */
const rest = (details: Entry['details']) => JSON.stringify({ ...details, language: undefined });

/** The offering is that of the page, unless it was its symbol that changed. */
const withoutOffering = (details: Entry['details']) => {
  const { ticker: _, ...others } = details;
  return others;
};

/** Who of the staff did what. */
export function OfferingHistoryCard({ info: { history, terms } }: { info: StaffOfferingInfo }) {
  const t = useText();
  const nameOf = (name: string) => {
    const action = `ipo_staff.${name}`;
    return isAuditAction(action) ? t(auditTextOf(action)) : name;
  };
  const columns: Column<Deed>[] = [
    { key: 'at', header: t('offerings.at'), bare: true, cell: ({ at }) => <DateTime at={at} /> },
    { key: 'act', header: t('offerings.act'), leads: true, bare: true, cell: ({ action }) => nameOf(action) },
    { key: 'by', header: t('offerings.by'), bare: true, cell: ({ by }) => <bdi>{by}</bdi> },
    {
      key: 'details',
      header: t('offerings.details'),
      bare: true,
      grows: true,
      cell: ({ action, details, languages }) => (
        <HistoryDetails
          details={action === 'edit' ? details : withoutOffering(details)}
          languages={languages}
          currency={terms.currency}
        />
      ),
    },
  ];
  return (
    <Card title={t('offerings.history')} titled={false} flush>
      {history.length === 0 ? (
        <EmptyState icon={History} title={t('offerings.no_history')} text={t('offerings.no_history_text')} />
      ) : (
        <DataTable
          caption={t('offerings.history')}
          columns={columns}
          rows={byDeed(history)}
          rowKey={({ at, action }) => `${at} ${action}`}
        />
      )}
    </Card>
  );
}
