/** What happened, with what a listener needs to act. */
export interface OperatorEvents {
  /** Nothing has arrived at it for days, or it is gone; each administrator is notified. */
  'operator.webhook_disabled': { staffId: string; webhookId: string; name: string };
}
