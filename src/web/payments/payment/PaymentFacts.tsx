import { useQuery } from '@tanstack/react-query';
import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import { FileList } from '#web/platform/files/FileList.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { walletsQuery } from '#web/platform/session/session.ts';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import { coinsFacts } from '../coins-facts.tsx';
import { StatusHistory } from './StepsList.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import factsStyles from '#web/ui/tables/Facts.module.css';

/** Between which two places the money of a request goes, how, and for whom. */
export function PaymentFacts({ info }: { info: PaymentInfo }) {
  const { payment, destination, proofs } = info;
  const t = useText();
  const wallets = useQuery(walletsQuery);
  const wallet = wallets.data?.find(({ id }) => id === payment.wallet_id);
  const { currency } = payment;
  return (
    <div className={flowStyles.stack}>
      <DescriptionList
        facts
        items={[
          {
            term: t('payments.wallet'),
            details: <Link to={`/wallet/${payment.wallet_id}`}>{wallet?.name ?? currency}</Link>,
          },
          ...(payment.method ? [{ term: t('payments.method'), details: t(`payments.method_${payment.method}`) }] : []),
          ...(payment.account ? [{ term: t('payments.account'), details: <bdi>{payment.account}</bdi> }] : []),
          ...(destination ? [{ term: t('payments.holder'), details: <bdi>{destination.holder}</bdi> }] : []),
          ...coinsFacts(info, t),
        ]}
      />
      {proofs.length > 0 && <FileList files={proofs} label={t('payments.proof')} />}
      <div className={factsStyles.facts}>
        <Disclosure label={t('payments.history')}>
          <StatusHistory info={info} />
        </Disclosure>
      </div>
    </div>
  );
}
