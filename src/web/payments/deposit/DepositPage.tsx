import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { walletsQuery } from '#web/platform/session/session.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { DepositForm } from './DepositForm.tsx';
import { DepositSteps } from './DepositSteps.tsx';
import { DepositUnderWay } from './DepositUnderWay.tsx';
import { LevelNeeded } from '../LevelNeeded.tsx';
import { limitsQuery, methodsQuery } from '../payment-queries.ts';
import { RestrictedNote } from '../RestrictedNote.tsx';

/** Brings money into a wallet, in three steps; the address names the payment once there is one. */
export function DepositPage() {
  const { payment } = useSearch({ strict: false }) as { payment?: unknown };
  return typeof payment === 'string' ? <DepositUnderWay key={payment} id={payment} /> : <NewDeposit />;
}

function NewDeposit() {
  const t = useText();
  const methods = useQuery(methodsQuery);
  const wallets = useQuery(walletsQuery);
  const limits = useQuery(limitsQuery).data?.deposit;
  const isOpen = limits?.allowed !== false && limits?.restricted == null;
  const both = methods.data && wallets.data && { offers: methods.data.deposit, wallets: wallets.data };
  return (
    <Page title={t('payments.deposit_title')} intro={t('payments.deposit_intro')} reading>
      <RestrictedNote kinds={['deposit']} />
      <LevelNeeded direction="deposit" />
      {isOpen && (
        <>
          <DepositSteps at="amount" />
          <QueryCard
            query={{ ...(methods.isError ? methods : wallets), data: both }}
            skeleton={<SkeletonRows count={4} />}
          >
            {(data) => <DepositForm {...data} />}
          </QueryCard>
        </>
      )}
    </Page>
  );
}
