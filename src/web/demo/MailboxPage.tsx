import { useQuery } from '@tanstack/react-query';
import { MailOpen } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { StaleMark, Loaded } from '#web/platform/api/Async.tsx';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { MailCard } from './EmailCard.tsx';
import { MailList } from './EmailList.tsx';
import { mailboxQuery } from './mailbox-query.ts';
import styles from './MailboxPage.module.css';

/** The mails that a demo installation would have sent. */
export function MailboxPage() {
  const t = useText();
  const [to, setTo] = useState('');
  const [wantedId, setWantedId] = useState<string>();
  const everything = useQuery(mailboxQuery(''));
  const mails = useQuery(mailboxQuery(to));
  const addresses = [...new Set(everything.data?.map((mail) => mail.to))].toSorted();
  const chosen = mails.data?.find(({ id }) => id === wantedId) ?? mails.data?.[0];
  return (
    <Page title={t('demo.mailbox_title')} intro={t('demo.mailbox_intro')} actions={<StaleMark query={mails} />}>
      <div className={styles.mailbox}>
        <div className={styles.side}>
          <SelectField
            label={t('demo.address')}
            placeholder={t('demo.every_address')}
            value={to}
            options={addresses.map((value) => ({ value, label: value }))}
            onChange={(event) => setTo(event.target.value)}
          />
          <Card flush>
            <Loaded query={mails} skeleton={<SkeletonRows count={5} />}>
              {(list) =>
                list.length === 0 ? (
                  <EmptyState icon={MailOpen} title={t('demo.empty_title')} text={t('demo.empty_text')} />
                ) : (
                  <MailList mails={list} chosenId={chosen?.id} onChoose={setWantedId} />
                )
              }
            </Loaded>
          </Card>
        </div>
        {chosen && <MailCard key={chosen.id} mail={chosen} />}
      </div>
    </Page>
  );
}
