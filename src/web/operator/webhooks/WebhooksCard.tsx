import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import lines from '#web/ui/tables/Lines.module.css';
import { icon } from '#web/ui/icon.ts';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import styles from '../Operator.module.css';
import { SecretDialog } from '../SecretDialog.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import { WebhookState, WebhookFacts } from './WebhookState.tsx';
import { webhooksQuery } from './webhooks-query.ts';

/** The webhooks of the operator; the log of each is a screen of its own. */
export function WebhooksCard() {
  const t = useText();
  const webhooks = useQuery(webhooksQuery);
  const [isMaking, setIsMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const isEmpty = webhooks.data?.length === 0;
  const create = (
    <Button size={isEmpty ? 'medium' : 'small'} icon={<Plus {...icon} />} onClick={() => setIsMaking(true)}>
      {t('operator.new_webhook')}
    </Button>
  );
  return (
    <QueryCard
      query={webhooks}
      flush
      title={t('operator.webhooks')}
      skeleton={<SkeletonRows count={3} />}
      actions={
        !isEmpty && (
          <>
            <CsvButton small action={() => download('GET /api/staff/operator/webhooks/file', {})} />
            {create}
          </>
        )
      }
    >
      {(list) => (
        <>
          {list.length === 0 && (
            <EmptyState
              icon={<Drawing name="bell" />}
              title={t('operator.no_webhooks')}
              text={t('operator.no_webhooks_text')}
              action={create}
            />
          )}
          <ul>
            {list.map((subject) => (
              <li key={subject.id} className={styles.line}>
                <p className={lines.name}>
                  <Link to={`/admin/api/${subject.id}`}>
                    <bdi>{subject.name}</bdi>
                  </Link>
                  <WebhookState subject={subject} />
                </p>
                <WebhookFacts subject={subject} />
              </li>
            ))}
          </ul>
          {isMaking && (
            <WebhookDialog
              onClose={() => setIsMaking(false)}
              onDone={async (made) => {
                setIsMaking(false);
                setSecret(made);
                await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
              }}
            />
          )}
          <SecretDialog title={t('operator.webhook_secret')} secret={secret} onClose={() => setSecret(undefined)} />
        </>
      )}
    </QueryCard>
  );
}
