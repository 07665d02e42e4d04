/** What happened, with what a listener needs to act. */
export interface OperatorEvents {
  /** Their holder is no administrator any more, so the secrets of these keys have ended; each administrator is notified. */
  'operator.keys_lost': { staffId: string; name: string; keys: string };
  /** Nothing has arrived at it for days, or it is gone; each administrator is notified. */
  /** `person`: who answered for it and is no administrator any more; absent where its deliveries failed. */
  'operator.webhook_disabled': { staffId: string; webhookId: string; name: string; person?: string };
}
