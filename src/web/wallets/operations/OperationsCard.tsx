import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useDaysInOrder } from '#web/platform/forms/days-in-order.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { NoMatch } from '#web/platform/lists/NoMatch.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import text from '#web/ui/Text.module.css';
import { OperationDialog } from './OperationDialog.tsx';
import { OperationFilterForm } from './OperationFilterForm.tsx';
import { OperationsTable } from './OperationsTable.tsx';
import { OperationTotals } from './OperationTotals.tsx';
import { noFilter, operationsQuery } from '../wallet-queries.ts';

/** Input is sent once the typing pauses. */
const typingDelayMs = 300;

/** Every movement that led to the balance, the latest first; narrowed down by the server, page by page. */
export function OperationsCard({ walletId }: { walletId: string }) {
  const t = useText();
  const format = useFormat();
  const [filter, setFilter] = useState(noFilter);
  const [shown, setShown] = useState<string | null>(null);
  const settledFilter = useDebounced(useDaysInOrder(filter), typingDelayMs);
  const query = useInfiniteQuery(operationsQuery(walletId, settledFilter));
  const isNarrowed = Object.values(settledFilter).some(Boolean);
  return (
    <QueryCard
      query={query}
      title={t('wallets.operations_title')}
      flush
      above={<OperationFilterForm filter={filter} onChange={setFilter} />}
      skeleton={<SkeletonRows count={6} />}
    >
      {({ pages: [first, ...others] }) => {
        const operations = [first, ...others].flatMap((page) => page?.operations ?? []);
        const searchedTo = (others.at(-1) ?? first)?.searched_to;
        const bounded = searchedTo ? t('wallets.searched_to', { date: format.date(searchedTo) }) : null;
        if (!first || operations.length === 0) {
          return isNarrowed ? (
            <>
              <NoMatch text={bounded ?? undefined} />
              <MoreButton query={query} />
            </>
          ) : (
            <NoOperations walletId={walletId} />
          );
        }
        const { currency, totals } = first;
        return (
          <div aria-busy={query.isPlaceholderData}>
            {totals && <OperationTotals totals={totals} currency={currency} />}
            <OperationsTable operations={operations} currency={currency} onOpen={setShown} />
            {bounded && <p className={text.soft}>{bounded}</p>}
            <MoreButton query={query} />
            <OperationDialog walletId={walletId} operationId={shown} onClose={() => setShown(null)} />
          </div>
        );
      }}
    </QueryCard>
  );
}

function NoOperations({ walletId }: { walletId: string }) {
  const t = useText();
  return (
    <EmptyState
      icon={ReceiptText}
      title={t('wallets.no_operations_title')}
      text={t('wallets.no_operations_text')}
      action={
        <Link to={`/payments/deposit?wallet=${walletId}`} className={buttonClass()}>
          {t('wallets.deposit')}
        </Link>
      }
    />
  );
}
