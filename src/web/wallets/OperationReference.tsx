import type { ListedOperation } from '#contract/wallets.ts';
import { Rich } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import styles from './Explained.module.css';

/** The request or the account behind a movement, with a way to it; nothing for what has no screen. */
export function OperationReference({ reference }: { reference: ListedOperation['reference'] }) {
  if (reference?.type === 'trading_account') {
    return (
      <p className={styles.more}>
        <Rich
          id="wallets.linked_account"
          parts={[
            <Go key="account" to={`/trading-account/${reference.id}`}>
              {reference.id}
            </Go>,
          ]}
          values={{ number: reference.id }}
        />
      </p>
    );
  }
  if (reference?.type === 'payment') {
    return (
      <p className={styles.more}>
        <Rich
          id="wallets.linked_request"
          parts={[
            <Go key="request" to={`/payments/${reference.id}`}>
              {reference.label}
            </Go>,
          ]}
          values={{ number: reference.label ?? '' }}
        />
      </p>
    );
  }
  return null;
}
