import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import type { EmailHead } from './mailbox-query.ts';
import styles from './MailList.module.css';

interface EmailListProps {
  emails: readonly EmailHead[];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
}

/** The emails by subject, the latest first. */
export function EmailList({ emails, chosenId, onChoose }: EmailListProps) {
  return (
    <ul className={styles.list}>
      {emails.map(({ id, to, subject, language, at }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.mail}
            aria-current={id === chosenId ? 'true' : undefined}
            onClick={() => onChoose(id)}
          >
            <span className={styles.subject} lang={language} dir="auto">
              {subject}
            </span>
            <span className={styles.facts}>
              <bdi>{to}</bdi>
              <RelativeTime at={at} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
