import { useInfiniteQuery } from '@tanstack/react-query';
import { UserSearch } from 'lucide-react';
import { countries } from '#contract/kernel/countries.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import { clientSorts, clientStates, limitChoices, riskChoices, staffRoles } from '#contract/staff/names.ts';
import { download } from '#web/platform/files/download.ts';
import { isDay } from '#web/platform/lists/is-day.ts';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ResourceList } from '#web/platform/lists/ResourceList.tsx';
import { useSort } from '#web/platform/lists/use-sort.ts';
import { useSignedIn } from '#web/platform/session/session.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { mayGuard } from './client/may.ts';
import { ClientFilters, levels, none, type ClientFields } from './ClientFilters.tsx';
import { clientsQuery, type ClientFilter } from './clients-query.ts';
import { useClientColumns } from './client-columns.tsx';

const choices = {
  level: levels,
  risk: riskChoices,
  tier: tierNames,
  country: countries,
  state: clientStates,
  role: staffRoles,
  limits: limitChoices,
};

/** All registered people, with a link to the card of each. */
export function ClientsPage() {
  const t = useText();
  const user = useSignedIn();
  const { filter: fields, narrow, settled } = useAddressFilter(none, choices);
  const sort = useSort(clientSorts);
  const filter: ClientFilter = { ...narrowing(settled), ...sort };
  const clients = useInfiniteQuery(clientsQuery(filter));
  return (
    <Page title={t('staff.clients_title')}>
      <ResourceList
        list="clients"
        caption={t('staff.clients_title')}
        query={clients}
        rows={({ pages }) => pages.flatMap((page) => page.clients)}
        columns={useClientColumns()}
        sorts={clientSorts}
        rowKey={({ id }) => id}
        to={({ id }) => `/admin/clients/${id}`}
        more={clients}
        save={mayGuard(user) && (() => download('GET /api/staff/clients/file', { query: filter }))}
        filters={(end) => <ClientFilters fields={fields} end={end} onChange={narrow} />}
        empty={<EmptyState icon={UserSearch} title={t('staff.none_title')} text={t('staff.none_text')} />}
      />
    </Page>
  );
}

const narrowing = (fields: ClientFields): ClientFilter =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => (name.startsWith('registered_') ? isDay(value) : value !== '')),
  );
