/** What happened, with what a listener needs to act. */
export interface NotificationsEvents {
  /** An email may leave now: at once, or since quiet hours have ended. */
  'notifications.email_due': { notificationId: string };
  /** The same for an email that a person needs to continue: it does not queue behind the others. */
  'notifications.awaited_email_due': { notificationId: string };
  /** A summary of what was held for it. */
  'notifications.digest_due': { personId: string; notificationIds: string[] };
  /** For one device; several when they were held for it. */
  'notifications.push_due': { subscriptionId: string; notificationIds: string[] };
}
