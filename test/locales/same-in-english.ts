import type { Language } from '#contract/languages.ts';

/** Names and abbreviations that no language translates. */
const everywhere = `
  API Android Atrium BIC Bitcoin CSV CVV Ethereum EUR GBP IBAN ID IP IPO JSON JPEG KYC MB MetaTrader OK PDF PIN PNG QR SMS SMTP SWIFT TOTP URL US USD UTC VIP
  Stop loss Take profit
  A B C D E F G H M N P S X
`;

/** Words that are written alike in English and in that language. Add one when you have checked it, never a sentence. */
const alike: Partial<Record<Language, string>> = {
  cs: 'Bonus broker Chat Compliance Demo E-mail Finance Instrument Interval Investor Lock-up Lot Portfolio Swap Symbol',
  de: 'Administration Administrator Adresse Bank Bonus Chat Chats Code Compliance Computer Dividende Format Gold In Instrument Investor Link Lot Name Portal Portfolio Position Standard Status Support Swap Symbol System Ticket Tickets Trading Version Wallet Wallets',
  es: 'Chat Swap Trading',
  fi: 'Bonus Chat Compliance Passi Status Swap',
  fr: 'Actions Administration Applications Article Bonus Client Clients Code Commission Correction Date Destination Destinations E-mail Format Instrument Lot Message minute minutes Note Page Position Session Standard Support support Ticket Trading Type Volume',
  hu: 'Bank E-mail',
  it: 'Bonus Chat E-mail Equity In Link Password Swap Trading Volume',
  no: 'Administrator Bank Bonus Chat Dato Format Info Instrument Problem Send Standard Status Support Swap Symbol System Type',
  pl: 'Administrator Bank Bonus E-mail Format Instrument Link Lock-up Problem Swap Symbol',
  ro: 'Administrator Bonus Calculator Calendar Client Credit Dividend E-mail Format Instrument Interval Link Lot Profit Standard Swap',
  ru: 'E-mail Lock-up',
  tr: 'Bonus Lot No Portal Risk Sistem Swap',
};

const wordsOf = (text: string) => text.match(/[\p{L}-]*\p{L}/gu) ?? [];

const neutral = new Set(wordsOf(everywhere));

/** Whether a text may stand in a language as it stands in English. */
export function mayStayEnglish(language: Language, words: string): boolean {
  const own = new Set(wordsOf(alike[language] ?? ''));
  return wordsOf(words).every((word) => neutral.has(word) || own.has(word));
}
