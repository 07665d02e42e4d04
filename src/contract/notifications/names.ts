/** What a person may choose about, as the settings list it. */
export const notificationGroups = ['security', 'money', 'trading', 'ipo', 'support', 'verification', 'news'] as const;
export type NotificationGroup = (typeof notificationGroups)[number];

/** The bell is the list in the client area; push goes to devices on which the person has switched it on. */
export const notificationChannels = ['bell', 'email', 'push'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** `held` waits for the end of quiet hours or for the daily summary; `suppressed` is unwanted, or no longer useful. */
export const deliveryStates = ['queued', 'sent', 'failed', 'held', 'suppressed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
