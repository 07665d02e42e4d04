import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { hitViews, type HitState } from '#contract/screening/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ListFilters } from '#web/platform/lists/ListFilters.tsx';
import { ResourceList } from '#web/platform/lists/ResourceList.tsx';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { State } from '#web/ui/State.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { HitCard } from './HitCard.tsx';
import { useHitColumns } from './hit-columns.tsx';
import { hitsQuery, saveHits } from './screening-queries.ts';

const whole = { view: 'open' };
const choices = { view: hitViews };

/** Hits of the screening, the oldest first, and how the screening is doing. */
export function ScreeningPage() {
  const t = useText();
  const isAdmin = useUser()?.roles.includes('admin') ?? false;
  const { filter, narrow, settled, isNarrow } = useAddressFilter(whole, choices);
  const view = settled.view as HitState;
  const [shown, setShown] = useState<string | null>(null);
  const query = useInfiniteQuery(hitsQuery(view));
  const status = query.data?.pages[0]?.status;
  // Without a provider no client is compared with a list: no hits are no good news then.
  const isOff = status?.connected === false && !status.run;
  return (
    <Page
      title={t('screening.title')}
      state={status?.connected === false && <State tone="warning">{t('screening.not_connected')}</State>}
    >
      {status && <Status status={status} />}
      <ResourceList
        list="screening"
        caption={t('screening.title')}
        query={query}
        rows={({ pages }) => pages.flatMap((page) => page.hits)}
        columns={useHitColumns(setShown)}
        rowKey={({ id }) => id}
        more={query}
        save={() => saveHits(view)}
        filters={(end) => (
          <ListFilters
            label={t('screening.state')}
            search={
              <SelectField
                label={t('screening.state')}
                value={filter.view}
                options={hitViews.map((value) => ({ value, label: t(`screening.state_${value}`) }))}
                onChange={({ target }) => narrow({ view: target.value })}
              />
            }
            end={end}
          />
        )}
        isNarrow={!isOff || isNarrow}
        empty={
          isOff ? (
            <EmptyState
              icon={<Drawing name="shutters" />}
              title={t('screening.none_screened')}
              {...(isAdmin
                ? {
                    action: (
                      <Link to="/admin/connections" className={buttonClass({ variant: 'primary' })}>
                        {t('screening.connect')}
                      </Link>
                    ),
                  }
                : { text: t('screening.none_screened_text') })}
            />
          ) : (
            <EmptyState icon={<Drawing name="olive" />} title={t('screening.none')} text={t('screening.none_text')} />
          )
        }
      />
      {shown !== null && <HitCard key={shown} id={shown} />}
    </Page>
  );
}

type Status = ResponseOf<'POST /api/staff/screening'>['status'];

function Status({ status }: { status: Status }) {
  const t = useText();
  const format = useFormat();
  const { connected, waiting, run, last_failure: failure, last_check: check } = status;
  return (
    <>
      {check?.old && <Alert tone="negative" title={t('screening.old_list')} />}
      {failure && <Alert tone="negative" title={t('screening.last_failure', { error: failure.error })} />}
      {connected && waiting > 0 && <Alert tone="accent" title={t('screening.waiting', { count: waiting })} />}
      {check && <p>{t('screening.list', { list: check.list, version: check.version })}</p>}
      {run && (
        <p>
          {t('screening.run', { date: format.day(run.period), state: run.state, checked: format.number(run.checked) })}
        </p>
      )}
    </>
  );
}
