import { useInfiniteQuery } from '@tanstack/react-query';
import { UserSearch } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#web/platform/i18n.tsx';
import { MoreButton } from '#web/platform/MoreButton.tsx';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { useSettled } from '#web/platform/use-settled.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Filters } from '#web/ui/Filters.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { clientsQuery, type ListedClient } from './clients-query.ts';
import { ClientTable } from './ClientTable.tsx';
import { FactorResetDialog } from './FactorResetDialog.tsx';
import { LevelDialog } from './LevelDialog.tsx';
import { SignInLinkDialog } from './SignInLinkDialog.tsx';
import { TierDialog } from './TierDialog.tsx';

/** The server is asked once the typing rests. */
const typingRestMs = 300;

/** Everybody who registered; administrators issue sign-in links from here. */
export function ClientsPage() {
  const t = useText();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ListedClient | null>(null);
  const [judged, setJudged] = useState<ListedClient | null>(null);
  const [raised, setRaised] = useState<ListedClient | null>(null);
  const [locked, setLocked] = useState<ListedClient | null>(null);
  const clients = useInfiniteQuery(clientsQuery(useSettled(search.trim(), typingRestMs)));
  return (
    <Page title={t('staff.clients_title')} intro={t('staff.clients_intro')}>
      <QueryCard
        query={clients}
        flush
        skeleton={<SkeletonRows count={8} />}
        above={
          <Filters label={t('staff.filter')} above>
            <TextField
              type="search"
              label={t('staff.search')}
              value={search}
              maxLength={80}
              onChange={(event) => setSearch(event.target.value)}
            />
          </Filters>
        }
      >
        {({ pages }) => {
          const found = pages.flatMap((page) => page.clients);
          if (found.length === 0) {
            return <EmptyState icon={UserSearch} title={t('staff.none_title')} text={t('staff.none_text')} />;
          }
          return (
            <div aria-busy={clients.isPlaceholderData}>
              <ClientTable
                clients={found}
                onChoose={setChosen}
                onLevel={setJudged}
                onTier={setRaised}
                onFactor={setLocked}
              />
              <MoreButton query={clients} />
            </div>
          );
        }}
      </QueryCard>
      {judged && <LevelDialog client={judged} onClose={() => setJudged(null)} />}
      {raised && <TierDialog client={raised} onClose={() => setRaised(null)} />}
      {locked && <FactorResetDialog client={locked} onClose={() => setLocked(null)} />}
      <SignInLinkDialog client={chosen} onClose={() => setChosen(null)} />
    </Page>
  );
}
