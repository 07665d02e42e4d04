import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { walletsQuery } from '#web/platform/session/session.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { FactorNeeded } from './FactorNeeded.tsx';
import { LevelNeeded } from '../LevelNeeded.tsx';
import { BlockedNote } from './BlockedNote.tsx';
import { destinationsQuery, limitsQuery, methodsQuery } from '../payment-queries.ts';
import { RestrictedNote } from '../RestrictedNote.tsx';
import { WithdrawForm } from './WithdrawForm.tsx';

/** Sends money from a wallet to a saved destination. */
export function WithdrawPage() {
  const t = useText();
  const methods = useQuery(methodsQuery);
  const wallets = useQuery(walletsQuery);
  const destinations = useQuery(destinationsQuery);
  const limits = useQuery(limitsQuery).data;
  const { allowed, restricted } = limits?.withdrawal ?? {};
  const isOpen = allowed !== false && restricted == null && !limits?.second_factor_needed;
  const failed = [methods, wallets, destinations].find(({ isError }) => isError);
  const all = methods.data &&
    wallets.data &&
    destinations.data && {
      offers: methods.data.withdrawal,
      tier: methods.data.tier_terms,
      dues: methods.data.to_return,
      wallets: wallets.data,
      destinations: destinations.data.toSorted(
        (a, b) => Number(b.state === 'confirmed') - Number(a.state === 'confirmed'),
      ),
      cards: methods.data.paid_cards,
    };
  return (
    <Page title={t('payments.withdraw_title')} intro={t('payments.withdraw_intro')} reading>
      <RestrictedNote kinds={['withdrawal']} />
      <LevelNeeded direction="withdrawal" />
      <FactorNeeded />
      <BlockedNote />
      {isOpen && (
        <QueryCard query={{ ...(failed ?? methods), data: all }} skeleton={<SkeletonRows count={4} />}>
          {(data) =>
            data.destinations.length + data.cards.length > 0 ? <WithdrawForm {...data} /> : <NoDestination />
          }
        </QueryCard>
      )}
    </Page>
  );
}

function NoDestination() {
  const t = useText();
  return (
    <EmptyState
      icon={Landmark}
      title={t('payments.no_destination_title')}
      text={t('payments.no_destination_text')}
      action={
        <Link to="/payments/destinations" className={buttonClass({ variant: 'primary' })}>
          {t('payments.add_destination')}
        </Link>
      }
    />
  );
}
