import { useText } from '#web/platform/i18n/i18n.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { Flow, Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { DescriptionList, type Term } from '#web/ui/tables/DescriptionList.tsx';
import { Facts } from '#web/ui/tables/Facts.tsx';
import { movementOf } from '../../movement.ts';
import { PaymentState } from '../../PaymentState.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import type { Item } from '../queue-queries.ts';

/** The client of the request: who they are, what they have in its currency and in others, and their recent requests. */
export function ClientCard({ item: { client, payment } }: { item: Item }) {
  const t = useText();
  const format = useFormat();
  const balanceOf = ({ currency, available, held }: Item['client']['balances'][number]): Term => ({
    term: t('payments.balance_in', { currency }),
    details: (
      <>
        <Sum amount={available} currency={currency} />
        {/[1-9]/.test(held) && (
          <p className={textStyles.soft}>{t('payments.held_of_it', { amount: format.symbol(held, currency) })}</p>
        )}
      </>
    ),
  });
  const isOfPayment = ({ currency }: { currency: string }) => currency === payment.currency;
  const email: Term = {
    term: t('payments.email'),
    details: (
      <>
        <bdi>{client.email}</bdi>{' '}
        {!client.email_verified && <State tone="warning">{t('payments.not_confirmed')}</State>}
      </>
    ),
  };
  return (
    <div className={flowStyles.stack}>
      <Facts
        items={[
          { term: t('payments.name'), details: <bdi>{client.name}</bdi> },
          { term: t('payments.verification'), details: t('payments.level', { level: client.level }) },
          ...client.balances.filter(isOfPayment).map(balanceOf),
          { term: t('payments.country'), details: format.country(client.country) },
          ...(client.email_verified ? [] : [email]),
        ]}
        rest={t('payments.client_facts')}
        folded={[
          ...client.balances.filter((balance) => !isOfPayment(balance)).map(balanceOf),
          ...(client.email_verified ? [email] : []),
          { term: t('payments.since'), details: <DateTime at={client.created_at} as="date" /> },
        ]}
      />
      {client.recent.length > 0 && (
        <>
          <h3>{t('payments.recent')}</h3>
          <DescriptionList
            items={client.recent.map((payment) => ({
              term: t('payments.recent_named', { kind: t(`payments.kind_${payment.kind}`), number: payment.number }),
              details: (
                <>
                  <Flow amount={movementOf(payment)} currency={payment.currency} />{' '}
                  <PaymentState state={payment.state} reader="staff" />
                </>
              ),
            }))}
          />
        </>
      )}
    </div>
  );
}
