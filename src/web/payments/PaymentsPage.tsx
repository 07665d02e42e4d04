import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDownToLine, ArrowUpFromLine, Landmark } from 'lucide-react';
import { useState } from 'react';
import { paymentKinds } from '#contract/payments/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { NoMatch } from '#web/platform/lists/NoMatch.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { paymentsQuery, type PaymentFilter } from './payment-queries.ts';
import { PaymentsTable } from './PaymentsTable.tsx';
import { RestrictedNote } from './RestrictedNote.tsx';
import { UnderWayHero } from './UnderWayHero.tsx';

const typingDelayMs = 300;
const everything: PaymentFilter = { kind: '', open: false, search: '' };

/** Deposits and withdrawals, finished and under way. */
export function PaymentsPage() {
  const t = useText();
  const [filter, setFilter] = useState(everything);
  const search = useDebounced(filter.search.trim(), typingDelayMs);
  const query = useInfiniteQuery(paymentsQuery({ ...filter, search }));
  const isNarrowed = filter.kind !== '' || filter.open || search !== '';
  const hasSome = filter.search !== '' || isNarrowed || query.data?.pages[0]?.payments.length !== 0;
  return (
    <Page
      title={t('payments.title')}
      intro={t('payments.intro')}
      actions={<WaysToPay />}
      figure={
        <>
          <RestrictedNote />
          {hasSome && <UnderWayHero />}
        </>
      }
    >
      <QueryCard
        query={query}
        flush
        skeleton={<SkeletonRows count={5} />}
        above={hasSome && <PaymentFilters filter={filter} onChange={setFilter} />}
      >
        {({ pages }) => {
          const payments = pages.flatMap((page) => page.payments);
          if (payments.length > 0) {
            return (
              <div aria-busy={query.isPlaceholderData}>
                <PaymentsTable payments={payments} />
                <MoreButton query={query} />
              </div>
            );
          }
          if (isNarrowed) return <NoMatch onClear={() => setFilter(everything)} />;
          return (
            <EmptyState
              icon={<Drawing name="doorway" />}
              title={t('payments.empty_title')}
              text={t('payments.empty_text')}
            />
          );
        }}
      </QueryCard>
    </Page>
  );
}

function WaysToPay() {
  const t = useText();
  return (
    <>
      <Link to="/payments/destinations" className={buttonClass({ variant: 'quiet' })}>
        <Landmark {...icon} />
        {t('payments.destinations_title')}
      </Link>
      <Link to="/payments/withdraw" className={buttonClass()}>
        <ArrowUpFromLine {...icon} />
        {t('payments.withdraw')}
      </Link>
      <Link to="/payments/deposit" className={buttonClass({ variant: 'primary' })}>
        <ArrowDownToLine {...icon} />
        {t('payments.deposit')}
      </Link>
    </>
  );
}

interface PaymentFiltersProps {
  filter: PaymentFilter;
  onChange: (filter: PaymentFilter) => void;
}

function PaymentFilters({ filter, onChange }: PaymentFiltersProps) {
  const t = useText();
  return (
    <Filters label={t('payments.filter')} above brief>
      <SelectField
        label={t('payments.kind')}
        placeholder={t('payments.every_kind')}
        options={paymentKinds.map((value) => ({ value, label: t(`payments.kind_${value}`) }))}
        value={filter.kind}
        onChange={({ target }) => onChange({ ...filter, kind: target.value as PaymentFilter['kind'] })}
      />
      <SelectField
        label={t('payments.state')}
        options={[
          { value: '', label: t('payments.every_state') },
          { value: 'open', label: t('payments.under_way') },
        ]}
        value={filter.open ? 'open' : ''}
        onChange={({ target }) => onChange({ ...filter, open: target.value === 'open' })}
      />
      <TextField
        type="search"
        label={t('payments.search')}
        placeholder={t('payments.search')}
        value={filter.search}
        maxLength={40}
        onChange={({ target }) => onChange({ ...filter, search: target.value })}
      />
    </Filters>
  );
}
