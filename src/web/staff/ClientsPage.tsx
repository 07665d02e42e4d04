import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '#contract/api.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { MoreButton } from '#web/platform/MoreButton.tsx';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { useSettled } from '#web/platform/use-settled.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ClientTable } from './ClientTable.tsx';
import { SignInLinkDialog } from './SignInLinkDialog.tsx';
import styles from './Staff.module.css';

/** One client as the list shows him. */
export type ListedClient = AnswerOf<'POST /api/staff/clients'>['clients'][number];

const settleMs = 250;

/** Everybody who registered; administrators issue sign-in links from here. */
export function ClientsPage() {
  const t = useText();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ListedClient | null>(null);
  const wanted = useSettled(search.trim(), settleMs);
  const query = useInfiniteQuery({
    queryKey: ['clients', wanted],
    queryFn: ({ pageParam }) =>
      call('POST /api/staff/clients', { body: { search: wanted, ...(pageParam ? { cursor: pageParam } : {}) } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
  const field = (
    <div className={styles.search}>
      <TextField
        type="search"
        label={t('staff.search')}
        value={search}
        maxLength={80}
        onChange={(event) => setSearch(event.target.value)}
      />
    </div>
  );
  return (
    <Page title={t('staff.clients_title')} intro={t('staff.clients_intro')}>
      <QueryCard query={query} flush skeleton={<SkeletonRows count={8} />} above={field}>
        {({ pages }) => {
          const clients = pages.flatMap((page) => page.clients);
          if (clients.length === 0)
            return <EmptyState icon={Users} title={t('staff.none_title')} text={t('staff.none_text')} />;
          return (
            <>
              <ClientTable clients={clients} onChoose={setChosen} />
              <MoreButton query={query} />
            </>
          );
        }}
      </QueryCard>
      <SignInLinkDialog client={chosen} onClose={() => setChosen(null)} />
    </Page>
  );
}
