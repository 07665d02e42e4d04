import { useQuery } from '@tanstack/react-query';
import { MailOpen } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { StaleMark, Async } from '#web/platform/api/Async.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { EmailCard } from './EmailCard.tsx';
import { EmailList } from './EmailList.tsx';
import { mailboxQuery } from './mailbox-query.ts';
import styles from './MailboxPage.module.css';

/** The emails that a demo installation would have sent. */
export function MailboxPage() {
  const t = useText();
  const [to, setTo] = useState('');
  const [selectedId, setSelectedId] = useState<string>();
  const everything = useQuery(mailboxQuery(''));
  const emails = useQuery(mailboxQuery(to));
  const addresses = [...new Set(everything.data?.map((message) => message.to))].toSorted();
  const chosen = emails.data?.find(({ id }) => id === selectedId) ?? emails.data?.[0];
  return (
    <Page title={t('demo.mailbox_title')} intro={t('demo.mailbox_intro')} actions={<StaleMark query={emails} />}>
      <div className={styles.mailbox} data-picked={selectedId !== undefined}>
        <div className={styles.side}>
          <SelectField
            label={t('demo.address')}
            placeholder={t('demo.every_address')}
            value={to}
            options={addresses.map((value) => ({ value, label: value }))}
            onChange={(event) => setTo(event.target.value)}
          />
          <Card flush>
            <Async query={emails} skeleton={<SkeletonRows count={5} />}>
              {(list) =>
                list.length === 0 ? (
                  <EmptyState icon={MailOpen} title={t('demo.empty_title')} text={t('demo.empty_text')} />
                ) : (
                  <EmailList emails={list} chosenId={chosen?.id} onChoose={setSelectedId} />
                )
              }
            </Async>
          </Card>
        </div>
        {chosen && (
          <div className={styles.letter}>
            <p className={styles.back}>
              <Button size="small" onClick={() => setSelectedId(undefined)}>
                {t('common.back')}
              </Button>
            </p>
            <EmailCard key={chosen.id} email={chosen} />
          </div>
        )}
      </div>
    </Page>
  );
}
