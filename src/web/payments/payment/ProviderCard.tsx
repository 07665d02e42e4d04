import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { checkProviderQuery, refreshMoney } from '../payment-queries.ts';

interface ProviderCardProps {
  info: PaymentInfo;
  provider: NonNullable<PaymentInfo['provider']>;
}

/** Leads to the page of the provider. After the return, the provider is asked until it has decided. */
export function ProviderCard({ info: { payment }, provider: { url } }: ProviderCardProps) {
  const t = useText();
  const { returned } = useSearch({ strict: false }) as { returned?: unknown };
  const isCrypto = payment.method === 'crypto';
  const isBack = returned !== undefined;
  const { data } = useQuery({ ...checkProviderQuery(payment.id), enabled: isBack || url === null });
  const state = data?.payment.state ?? payment.state;
  const isOpen = (data?.provider?.url ?? url) !== null;
  useEffect(() => {
    if (state !== payment.state) refreshMoney();
  }, [state, payment.state]);
  const page = data?.provider?.url ?? url;
  return (
    <Card title={t(isCrypto ? 'payments.crypto_title' : 'payments.provider_title')}>
      <div className={flowStyles.stack}>
        <p>{t(isCrypto ? 'payments.crypto_text' : 'payments.provider_text')}</p>
        {isBack && isOpen && <p role="status">{t('payments.provider_checking')}</p>}
        {page === null ? (
          <p role="status">{t('payments.provider_starting')}</p>
        ) : (
          <div>
            <a className={buttonClass({ variant: isBack ? 'secondary' : 'primary' })} href={page} rel="noreferrer">
              {t('payments.provider_open')}
            </a>
          </div>
        )}
      </div>
    </Card>
  );
}
