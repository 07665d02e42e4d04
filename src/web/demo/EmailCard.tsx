import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Loaded } from '#web/platform/api/Async.tsx';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { Card } from '#web/ui/Card.tsx';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { mailQuery, type MailHead } from './mailbox-query.ts';
import styles from './MailCard.module.css';
import { MailLinks } from './EmailLinks.tsx';

/** One mail as its reader would see it, as plain text, and where it leads. */
export function MailCard({ mail: { id, to, subject, language, at } }: { mail: MailHead }) {
  const t = useText();
  const [view, setView] = useState<'formatted' | 'plain'>('formatted');
  const mail = useQuery(mailQuery(id));
  return (
    <Card
      className={styles.card}
      title={
        <span lang={language} dir="auto">
          {subject}
        </span>
      }
      actions={
        <SegmentedControl
          label={t('demo.view')}
          value={view}
          options={[
            { value: 'formatted', label: t('demo.view_formatted') },
            { value: 'plain', label: t('demo.view_plain') },
          ]}
          onChange={setView}
        />
      }
    >
      <p className={styles.facts}>
        <bdi>{to}</bdi>
        <When at={at} />
      </p>
      <Loaded query={mail} skeleton={<SkeletonRows count={4} />}>
        {({ plain, links }) => (
          <>
            <MailLinks links={links} />
            {view === 'plain' ? (
              <pre className={styles.plain} lang={language} dir="auto">
                {plain}
              </pre>
            ) : (
              <iframe
                className={styles.frame}
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                src={`/api/demo/mailbox/${id}/html`}
                title={t('demo.frame', { subject })}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
