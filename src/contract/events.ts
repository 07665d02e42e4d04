/**
 * What happened, in the past tense, with what a listener needs to act. An event is written in the transaction that
 * made it true and delivered after that transaction, at least once.
 */
export interface Events {
  'auth.registered': { clientId: string };
  'auth.verification_asked': { email: string };
  'auth.password_reset_asked': { email: string };
  'auth.password_changed': { clientId: string; how: 'reset' | 'settings'; at: string };
  'auth.autologin_issued': { clientId: string; staffId: string; at: string };
  'support.ticket_opened': { clientId: string; conversationId: string };
  'trading.account_opened': { clientId: string; accountId: string };
}

export type EventName = keyof Events;
