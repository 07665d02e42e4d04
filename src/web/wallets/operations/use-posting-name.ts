import { useQuery } from '@tanstack/react-query';
import type { OpenedOperation } from '#contract/wallets/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { walletsQuery } from '#web/platform/session/session.ts';

type Posting = OpenedOperation['postings'][number];

/** Names the account of a posting as the client knows it: their wallet by its name, the operator's by its purpose. */
export function usePostingName(): (posting: Posting) => string {
  const t = useText();
  const { data: wallets = [] } = useQuery(walletsQuery);
  return ({ account, wallet_id, detail }) => {
    const name = wallets.find(({ id }) => id === wallet_id)?.name ?? t('wallets.wallet');
    if (account === 'wallet_available') return t('wallets.account_available', { name });
    if (account === 'wallet_held') return t('wallets.account_held', { name });
    if (account === 'trading') return t('wallets.statement_account', { number: detail ?? '' });
    return t(`wallets.account_${account}`);
  };
}
