import type { Message } from '#contract/support.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './Conversation.module.css';
import { byDay } from './days.ts';

/** What was written, the oldest first: the reader's own words on one side, those of support on the other. */
export function Conversation({ messages }: { messages: readonly Message[] }) {
  const format = useFormat();
  return (
    <div className={styles.conversation}>
      {byDay(messages).map(({ at, events }) => (
        <section key={at} className={styles.day} aria-label={format.date(at)}>
          <h3 className={styles.date}>{format.date(at)}</h3>
          <ol className={styles.messages}>
            {events.map((message) => (
              <MessageSlip key={message.id} message={message} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function MessageSlip({ message: { from, author, message, at } }: { message: Message }) {
  const t = useText();
  const format = useFormat();
  const isOwn = from === 'client';
  return (
    <li className={cx(styles.message, isOwn && styles.own)}>
      <p className={styles.head}>
        <bdi className={styles.author}>
          {isOwn ? t('tickets.you') : t('tickets.author_of_support', { name: author })}
        </bdi>
        <time dateTime={at} title={format.exactTime(at)}>
          {format.time(at)}
        </time>
      </p>
      <p className={styles.text} dir="auto">
        {message}
      </p>
    </li>
  );
}
