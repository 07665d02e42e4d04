/** What happened, with what a listener needs to act. */
export interface TradingEvents {
  'trading.account_opened': { clientId: string; accountId: string };
  /** A platform elsewhere is to open an account. */
  'trading.platform_account_requested': { number: string; currency: string; leverage: number };
  /** Equity has fallen to the margin call; sent again only after it was above. Level in percent. */
  'trading.margin_call': { clientId: string; accountNumber: string; marginLevel: string };
  /** A transfer whose outcome was unknown has been settled since, by the platform or by staff. */
  'trading.transfer_settled': { clientId: string; transferId: string };
  'trading.stop_out': { clientId: string; accountNumber: string; symbol: string; position: string };
}
