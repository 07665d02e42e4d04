import { Distance } from '#web/platform/i18n/DateTime.tsx';
import type { MailHead } from './mailbox-query.ts';
import styles from './MailList.module.css';

interface MailListProps {
  mails: readonly MailHead[];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
}

/** The mails by subject, the latest first. */
export function MailList({ mails, chosenId, onChoose }: MailListProps) {
  return (
    <ul className={styles.list}>
      {mails.map(({ id, to, subject, language, at }) => (
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
              <Distance at={at} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
