// The names of the staff's side of support. Without the schema library, so that the browser may import them for real.

/** What an agent may look at; `due` is what should be answered now. */
export const inboxViews = ['waiting', 'mine', 'unassigned', 'due', 'snoozed', 'resolved', 'all'] as const;
export type InboxView = (typeof inboxViews)[number];

export const inboxSorts = ['latest', 'due'] as const;
export type InboxSort = (typeof inboxSorts)[number];

/** The names that a canned response may contain. */
export const cannedNames = ['{client}', '{agent}', '{number}'] as const;
