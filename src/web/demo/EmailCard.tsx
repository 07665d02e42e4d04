import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { emailQuery, type EmailHead } from './mailbox-query.ts';
import styles from './MailCard.module.css';
import { EmailLinks } from './EmailLinks.tsx';

/** One email as plain text, with its links. */
export function EmailCard({ email: { id, to, subject, language, at } }: { email: EmailHead }) {
  const t = useText();
  const [view, setView] = useState<'formatted' | 'plain'>('formatted');
  const message = useQuery(emailQuery(id));
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
        <DateTime at={at} />
      </p>
      <Async query={message} skeleton={<SkeletonRows count={4} />}>
        {({ plain, links, words }) => (
          <>
            <EmailLinks links={links} words={words} language={language} />
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
      </Async>
    </Card>
  );
}
