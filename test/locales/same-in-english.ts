import type { Language } from '#contract/kernel/languages.ts';

/** Names and abbreviations that no language translates. */
const everywhere = `
  ABA API Android Atrium BIC Bitcoin BSB CBU CCI CLABE CNAPS CSV CVU CVV Enter Esc Ethereum EUR GBP IBAN ID IFSC IP IPO ISIN JSON JPEG KYC MB MetaTrader OK PDF PIN Pix PNG QR SMS SMTP SWIFT TOTP TXID UK URL US USD UTC VIP SL TP
  Stop loss Take profit
  Push push
  Adyen BTCPay Customer Area Stripe Twilio HMAC SID yente Sumsub OpenID Connect SFTP
  A B C D E F G H M N P S X
  h min ms Webhook Webhooks
`;

/** Words that are written alike in English and in that language. Add one when you have checked it, never a sentence. */
const alike: Partial<Record<Language, string>> = {
  cs: 'Server Import Port Bonus broker Chargeback Chat Compliance Demo E-mail Finance Instrument Interval Investor Limit Lock-up loss Lot Market Maximum Minimum Portfolio profit Role Spread Stop Swap Symbol take Ticker Text',
  de: 'IBANs Region Server Import Dashboard Deal Details Filter https IPOs Job Jobs Level Maximum Online online Optional Port Watchlist Administration Administrator Adresse Bank Bonus Chart Chat Chats Code Compliance Computer Deals Dividende Format Gold In in Instrument Investor Limit Limits Link Lot Margin Minimum Name Normal Order Orders Passkey Passkeys Person Portal Portfolio Position Problem Spread Standard Status Support Swap Symbol System Ticker Ticket Tickets Trades Trading Version Wallet Wallets Desktop Text',
  es: 'Chat Chats loss Manual No Normal PMI profit Roles Sector Spread Stop Swap take Ticker Total Trading',
  fi: 'Ask Bid Bonus Chat Compliance Limit loss Passi profit Spread Status Stop Swap take',
  fr: 'Import Imports Invitations Active Chat Chats Conversation Description Exception Pages Tickets Conversion Corrections lots Notification page Reconfirmation Total Port notification notifications Ask Bid Actions Administration Applications Article Bonus Client client Clients clients Code Commission Correction Date Dates Documents Destination Destinations Document E-mail Format Instrument loss Lot Message Messages Minimum minute minutes Net Note Notes Notifications Page Position Positions profit Prospectus Question Session Spread Standard Stop Support support Swap take Ticket Trading Type version Version Volume Articles Importance Versions Maximum Action',
  hu: 'Import Port Ask Bank Bid E-mail index Limit loss Maximum Minimum profit Spread Stop Swap take Ticker',
  it: 'Server Bonus Chargeback Chat Compliance Desktop E-mail Equity File Font Home https In in Link lock-up Lock-up loss No online Online Passkey Password Privacy Pro profit rata Spread Stop Swap take Ticker Ticket Timeframe Trading Volume Wallet Watchlist',
  no: 'Start Region Server Import Port Administrator Bank Bonus Chat Compliance Dato Format Info Instrument Limit loss Margin Mine Minimum Person Problem profit Send Spread Standard Status Stop Stop-out Support Swap Symbol System take Ticker Type',
  pl: 'Region Import Port Administrator Ask Bank Bid Bonus Compliance E-mail Format Instrument Limit Link Lock-up loss Minimum online Online PMI Problem profit Spread Status Stop Swap Symbol take Ticker Transfer',
  ro: 'Server Import Port Administrator Ask Bid Bonus Calculator Calendar Client Credit Dividend Document E-mail Font Format Instrument Interval Link loss Lot Net profit Profit Sector Spread Standard Stop Swap take Desktop Text Minimum Maximum Chat https online Online Total Transfer',
  ru: 'E-mail Lock-up',
  tr: 'Bonus Limit Lot No Normal Portal Risk Sistem Swap',
};

const wordsOf = (text: string) => text.match(/[\p{L}-]*\p{L}/gu) ?? [];

export const namesAndAbbreviations: ReadonlySet<string> = new Set(wordsOf(everywhere));

/** Whether a text may stand in a language as it stands in English. */
export function mayStayEnglish(language: Language, words: string): boolean {
  const own = new Set(wordsOf(alike[language] ?? ''));
  return wordsOf(words).every((word) => namesAndAbbreviations.has(word) || own.has(word));
}
