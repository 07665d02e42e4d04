import type { ReactNode } from 'react';
import { Nothing } from '#web/ui/rows/Nothing.tsx';
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx';
import { SkeletonGroup } from '#web/ui/feedback/Skeleton.tsx';
import { StaleNote } from '#web/ui/feedback/StaleNote.tsx';
import { isBlockedByImpersonation } from './api-error.ts';
import { useText } from '../i18n/i18n.tsx';

/** What a part of a screen needs to know of the query behind it; `useQuery` and `useInfiniteQuery` return more. */
export interface Loadable<T> {
  data: T | undefined;
  isError: boolean;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface AsyncProps<T> {
  query: Loadable<T>;
  /** Has the shape of what `children` shows, so that nothing jumps. */
  skeleton: ReactNode;
  className?: string | undefined;
  children: (data: T) => ReactNode;
}

/** A part of a screen that loads by itself: its skeleton, then its data; what never came offers to try again. */
export function Async<T>({
  query: { data, isError, error, isFetching, refetch },
  skeleton,
  className,
  children,
}: AsyncProps<T>) {
  const t = useText();
  if (data !== undefined) return children(data);
  if (!isError) {
    return (
      <SkeletonGroup label={t('common.loading')} className={className}>
        {skeleton}
      </SkeletonGroup>
    );
  }
  if (isBlockedByImpersonation(error)) return <Nothing text={t('common.impersonation_closed')} />;
  return (
    <ErrorState
      title={t('common.part_failed_title')}
      text={t('common.part_failed_text')}
      retry={{ text: t('common.try_again'), onRetry: () => void refetch(), busy: isFetching }}
    />
  );
}

/** Says that what stands here could not be refreshed. */
export function StaleMark({ query: { data, isError, refetch } }: { query: Loadable<unknown> }) {
  const t = useText();
  if (!isError || data === undefined) return null;
  return <StaleNote text={t('common.stale_text')} actionText={t('common.try_again')} onAction={() => void refetch()} />;
}
