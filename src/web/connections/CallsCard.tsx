import { useInfiniteQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import lines from '#web/ui/tables/Lines.module.css';
import styles from './Connections.module.css';
import { callsQuery } from './connections-query.ts';

/** What was sent to providers, without headers and bodies. */
export function CallsCard() {
  const t = useText();
  const format = useFormat();
  const calls = useInfiniteQuery(callsQuery);
  return (
    <QueryCard query={calls} flush title={t('connections.calls')} skeleton={<SkeletonRows count={4} />}>
      {({ pages }) => {
        const found = pages.flatMap((page) => page.calls);
        if (found.length === 0)
          return <EmptyState icon={Send} title={t('connections.no_calls')} text={t('connections.no_calls_text')} />;
        return (
          <>
            <ul>
              {found.map(
                ({ id, at, connection, purpose, ref, method, host, path, status, failure, duration_ms: ms }) => (
                  <li key={id} className={styles.line}>
                    <p className={lines.name}>
                      <bdi className={styles.code} translate="no" dir="ltr">
                        {method} {host}
                        {path}
                      </bdi>
                    </p>
                    <div className={lines.facts}>
                      <DateTime at={at} />
                      <bdi>{connection}</bdi>
                      <bdi translate="no">{purpose}</bdi>
                      {ref && <bdi translate="no">{ref}</bdi>}
                      {status === null && (
                        <bdi className={styles.failing} translate="no">
                          {failure}
                        </bdi>
                      )}
                      {status === 0 && <span>{t('connections.call_done', { ms: format.number(ms) })}</span>}
                      {!!status && (
                        <span>{t('operator.attempt_status', { status: String(status), ms: format.number(ms) })}</span>
                      )}
                    </div>
                  </li>
                ),
              )}
            </ul>
            <MoreButton query={calls} />
          </>
        );
      }}
    </QueryCard>
  );
}
