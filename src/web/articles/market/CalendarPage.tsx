import { useQuery } from '@tanstack/react-query';
import { CalendarX2, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { importances, type Importance } from '#contract/market/economy-names.ts';
import type { EconomicEvent } from '#contract/market/economy.ts';
import { useFormat, useNear } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { NoMatch } from '#web/platform/lists/NoMatch.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { cx } from '#web/ui/cx.ts';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { AnalyticsFrame } from '../AnalyticsFrame.tsx';
import { calendarQuery } from './market-queries.ts';
import styles from './Market.module.css';
import { weekAround } from './week.ts';

interface CalendarFilter {
  country: string;
  importance: Importance | '';
}

const everything: CalendarFilter = { country: '', importance: '' };

/** What is published on economies, week by week, in the reader's own time. */
export function CalendarPage() {
  const t = useText();
  const [away, setAway] = useState(0);
  const [filter, setFilter] = useState(everything);
  const { from, to, last } = weekAround(useNow(), away);
  const query = useQuery(calendarQuery(useLanguage(), from.toISOString(), to.toISOString()));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const countries = [...new Set(query.data?.events.map(({ country }) => country))].toSorted();
  return (
    <AnalyticsFrame actions={query.data?.simulated && <Badge>{t('articles.simulated')}</Badge>}>
      {query.data?.is_stale && <Alert tone="warning" title={t('articles.calendar_silent')} />}
      <NextEvent events={query.data?.events} />
      <QueryCard
        query={query}
        flush
        title={<Week from={from} last={last} />}
        actions={<Steps onStep={(step) => setAway(away + step)} />}
        skeleton={<SkeletonRows count={6} />}
        above={<CalendarFilters filter={filter} countries={countries} onChange={setFilter} />}
      >
        {({ events }) => {
          const shown = events.filter(
            ({ country, importance }) =>
              (filter.country === '' || filter.country === country) &&
              (filter.importance === '' || filter.importance === importance),
          );
          if (shown.length > 0) return <EventTable events={shown} />;
          if (events.length > 0) return <NoMatch onClear={() => setFilter(everything)} />;
          return (
            <EmptyState
              icon={CalendarX2}
              title={t('articles.calendar_none_title')}
              text={t('articles.calendar_none_text')}
            />
          );
        }}
      </QueryCard>
      <p className={styles.hint}>{t('articles.calendar_hint', { zone })}</p>
    </AnalyticsFrame>
  );
}

/** The next one, of several at that time the one of greatest importance: first in the order of the table. */
function nextOf(events: readonly EconomicEvent[] | undefined, now: Date) {
  const [first, ...others] = events?.filter(({ at }) => new Date(at) > now) ?? [];
  return others.find(({ at, importance }) => at === first?.at && importance === 'high') ?? first;
}

/** Sources write a hyphen for the minus. */
const figureOf = (update: string | null) => update !== null && <bdi>{update.replace(/^-/, '−')}</bdi>;

/** What is published next in the week that is shown, and how important it is, if something is. */
function NextEvent({ events }: { events: readonly EconomicEvent[] | undefined }) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const next = nextOf(events, now);
  if (!next) return null;
  return (
    <Card>
      <Hero
        sentence
        label={`${t('articles.calendar_next')} · ${t(`articles.importance_${next.importance}`)}`}
        value={<bdi>{next.title}</bdi>}
        meaning={
          <>
            {format.country(next.country)} · <DateTime at={next.at} />
          </>
        }
        end={
          (next.forecast ?? next.previous) !== null && (
            <Figures compact>
              {next.forecast !== null && <Stat label={t('articles.forecast')} value={figureOf(next.forecast)} />}
              {next.previous !== null && <Stat label={t('articles.previous')} value={figureOf(next.previous)} />}
            </Figures>
          )
        }
      />
    </Card>
  );
}

function Week({ from, last }: { from: Date; last: Date }) {
  const t = useText();
  const near = useNear();
  return (
    <span role="status">
      {t('articles.week_of', { from: near(from.toISOString(), 'date'), to: near(last.toISOString(), 'date') })}
    </span>
  );
}

/** To the week before and to the one after. */
function Steps({ onStep }: { onStep: (step: number) => void }) {
  const t = useText();
  return (
    <div className={styles.steps}>
      <IconButton label={t('articles.week_before')} onClick={() => onStep(-1)}>
        <ChevronLeft {...icon} />
      </IconButton>
      <IconButton label={t('articles.week_after')} onClick={() => onStep(1)}>
        <ChevronRight {...icon} />
      </IconButton>
    </div>
  );
}

interface CalendarFiltersProps {
  filter: CalendarFilter;
  countries: readonly string[];
  onChange: (filter: CalendarFilter) => void;
}

function CalendarFilters({ filter, countries, onChange }: CalendarFiltersProps) {
  const t = useText();
  const format = useFormat();
  const offered =
    filter.country === '' || countries.includes(filter.country) ? countries : [...countries, filter.country];
  return (
    <Filters label={t('articles.calendar_filter')} above brief>
      <SelectField
        label={t('articles.country')}
        value={filter.country}
        placeholder={t('articles.every_country')}
        options={offered.map((value) => ({ value, label: format.country(value) }))}
        onChange={({ target }) => onChange({ ...filter, country: target.value })}
      />
      <SelectField
        label={t('articles.importance')}
        value={filter.importance}
        placeholder={t('articles.every_importance')}
        options={importances.map((value) => ({ value, label: t(`articles.importance_${value}`) }))}
        onChange={({ target }) => onChange({ ...filter, importance: target.value as CalendarFilter['importance'] })}
      />
    </Filters>
  );
}

function EventTable({ events }: { events: readonly EconomicEvent[] }) {
  const t = useText();
  const format = useFormat();
  return (
    <DataTable
      caption={t('articles.tab_calendar')}
      rows={events}
      rowKey={({ id }) => id}
      columns={[
        { key: 'time', header: t('articles.time'), bare: true, cell: ({ at }) => <DateTime at={at} /> },
        { key: 'country', header: t('articles.country'), bare: true, cell: ({ country }) => format.country(country) },
        {
          key: 'event',
          header: t('articles.event'),
          leads: true,
          cell: ({ title }) => <bdi>{title}</bdi>,
        },
        {
          key: 'importance',
          header: t('articles.importance'),
          bare: true,
          cell: ({ importance }) => (
            <span className={cx(importance === 'high' && styles.high)}>{t(`articles.importance_${importance}`)}</span>
          ),
        },
        { key: 'actual', header: t('articles.actual'), numeric: true, cell: ({ actual }) => figureOf(actual) },
        {
          key: 'forecast',
          header: t('articles.forecast'),
          numeric: true,
          beside: true,
          labelled: true,
          cell: ({ forecast }) => figureOf(forecast),
        },
        {
          key: 'previous',
          header: t('articles.previous'),
          numeric: true,
          wide: true,
          cell: ({ previous }) => figureOf(previous),
        },
      ]}
    />
  );
}
