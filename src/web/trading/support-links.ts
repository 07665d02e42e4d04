import type { LinkType } from '#contract/support/names.ts';
import type { TradingAccount } from '#contract/trading/endpoints.ts';

/** An account, as what a client asks support about. */
export const aboutAccount = ({ trading_account_id: id }: TradingAccount) =>
  ({ type: 'trading_account', id, name: id }) as const;

/** What the platform keeps on an account under a ticket. */
export const aboutTicket = (type: LinkType & ('deal' | 'position' | 'order'), account: string, ticket: string) => ({
  type,
  id: `${account}:${ticket}`,
  name: ticket,
});
