import { ReceiptText } from 'lucide-react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { WalletInfo } from '#contract/wallets.ts';
import { useText } from '#web/platform/i18n.tsx';
import { MoreButton } from '#web/platform/MoreButton.tsx';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { OperationsTable } from './OperationsTable.tsx';

/** Every movement that led to the balance, the latest first, page by page. */
export function OperationsCard({ query }: { query: UseInfiniteQueryResult<InfiniteData<WalletInfo>> }) {
  const t = useText();
  return (
    <QueryCard query={query} title={t('wallets.operations_title')} flush skeleton={<SkeletonRows count={6} />}>
      {({ pages }) => {
        const operations = pages.flatMap((page) => page.operations);
        if (operations.length === 0) {
          return (
            <EmptyState
              icon={ReceiptText}
              title={t('wallets.no_operations_title')}
              text={t('wallets.no_operations_text')}
            />
          );
        }
        return (
          <>
            <OperationsTable operations={operations} currency={pages[0]?.wallet.currency ?? ''} />
            <MoreButton query={query} />
          </>
        );
      }}
    </QueryCard>
  );
}
