/** How much an event may move markets, the least first. */
export const importances = ['low', 'medium', 'high'] as const;
export type Importance = (typeof importances)[number];

/** The most days that one call answers. */
export const maxCalendarDays = 31;
