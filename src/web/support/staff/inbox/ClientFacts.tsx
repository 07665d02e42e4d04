import type { StaffRoomInfo } from '#contract/support/staff-endpoints.ts';
import { languageNames } from '#contract/kernel/languages.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { RelativeTime, DateTime } from '#web/platform/i18n/DateTime.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import styles from './ClientFacts.module.css';

/** Who the client is and what they have with us; read-only. */
export function ClientFacts({ info: { client, link, room } }: { info: StaffRoomInfo }) {
  const t = useText();
  const format = useFormat();
  const others = client.conversations.filter(({ id }) => id !== room.id);
  return (
    <div className={styles.facts}>
      <DescriptionList
        facts
        items={[
          ...(link
            ? [{ term: t('chats.about'), details: <bdi>{t(`tickets.link_${link.type}`, { label: link.label })}</bdi> }]
            : []),
          { term: t('chats.email'), details: <bdi>{client.email}</bdi>, wide: true },
          { term: t('chats.language'), details: languageNames[client.language] },
          { term: t('chats.country'), details: format.country(client.country) },
          { term: t('chats.level'), details: format.number(client.level) },
          { term: t('chats.tier'), details: t(`common.tier_${client.tier as 'standard'}`) },
          { term: t('chats.registered'), details: <DateTime at={client.registered_at} as="date" /> },
          ...(client.last_sign_in_at
            ? [{ term: t('chats.last_sign_in'), details: <RelativeTime at={client.last_sign_in_at} /> }]
            : []),
          ...client.wallets.map(({ currency, available, held }) => ({
            term: t('chats.wallet', { currency }),
            details: (
              <>
                <Sum amount={available} currency={currency} />
                {/[1-9]/.test(held) && (
                  <p className={textStyles.soft}>{t('chats.held', { amount: format.symbol(held, currency) })}</p>
                )}
              </>
            ),
          })),
          ...client.accounts.map(({ number, currency }) => ({
            term: t('chats.account'),
            details: (
              <bdi>
                {number} · {currency}
              </bdi>
            ),
          })),
        ]}
      />
      <Recent
        title={t('chats.payments')}
        lines={client.payments.map(({ id, number, at, amount, currency }) => ({
          id,
          at,
          text: `${number} · ${format.symbol(amount, currency)}`,
        }))}
      />
      <Recent
        title={t('chats.applications')}
        lines={client.applications.map(({ id, number, at, ticker }) => ({ id, at, text: `${number} · ${ticker}` }))}
      />
      {others.length > 0 && (
        <section>
          <h3>{t('chats.conversations')}</h3>
          <ul className={flowStyles.stack8}>
            {others.map(({ id, number, subject, status, at }) => (
              <li key={id}>
                <Link to={`/chats/${id}`}>
                  {number === null ? t('chats.chat') : t('chats.ticket', { number, subject: subject ?? '' })}
                </Link>{' '}
                <span className={textStyles.soft}>
                  {t(`chats.status_${status}`)} · <RelativeTime at={at} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Recent({ title, lines }: { title: string; lines: readonly { id: string; text: string; at: string }[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul className={flowStyles.stack8}>
        {lines.map(({ id, text, at }) => (
          <li key={id}>
            <bdi>{text}</bdi>{' '}
            <span className={textStyles.soft}>
              <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
