import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/platform/api/api.ts';
import { CopyableLine } from '#web/platform/forms/CopyableLine.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { feedQuery } from '../ipo-queries.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';

/** An address that brings the deadlines into the client's own calendar. It is shown once; a new one replaces it. */
export function FeedCard() {
  const t = useText();
  const feed = useQuery(feedQuery);
  const [url, setUrl] = useState<string | null>(null);
  const creation = useCallForm({});
  const removal = useCallForm({});
  const create = creation.submit(async () => {
    setUrl((await call('POST /api/ipo/calendar-feed/create', { body: {} })).url);
    await queries.invalidateQueries({ queryKey: feedQuery.queryKey });
  });
  const revoke = removal.submit(async () => {
    await call('POST /api/ipo/calendar-feed/revoke', { body: {} });
    setUrl(null);
    await queries.invalidateQueries({ queryKey: feedQuery.queryKey });
    toast({ text: t('ipo.feed_revoked') });
  });
  return (
    <QueryCard query={feed} title={t('ipo.feed_title')} skeleton={<SkeletonRows count={1} />}>
      {({ created_at }) => (
        <div className={flowStyles.stack}>
          <p className={textStyles.soft}>{t('ipo.feed_text')}</p>
          <FormErrors messages={[...creation.messages, ...removal.messages]} />
          {url && (
            <Alert tone="positive" title={t('ipo.feed_once')} role="status">
              <CopyableLine label={t('ipo.feed_address')} value={url} />
            </Alert>
          )}
          {created_at && !url && (
            <p>
              <DateTime at={created_at} within="ipo.feed_since" />
            </p>
          )}
          <div className={flowStyles.row}>
            <Button busy={creation.busy} onClick={() => create()}>
              {t(created_at ? 'ipo.feed_renew' : 'ipo.feed_create')}
            </Button>
            {created_at && (
              <Button variant="danger" busy={removal.busy} onClick={() => revoke()}>
                {t('ipo.feed_revoke')}
              </Button>
            )}
          </div>
        </div>
      )}
    </QueryCard>
  );
}
