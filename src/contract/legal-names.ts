/** What a broker and his client agree on: the agreement itself, what becomes of data, and what can be lost. */
export const legalKinds = ['terms', 'privacy', 'risk'] as const;
export type LegalKind = (typeof legalKinds)[number];

/** How a version stands: worked on, published for a later day, counting now, or followed by another. */
export const legalStates = ['draft', 'announced', 'in_force', 'former'] as const;
export type LegalState = (typeof legalStates)[number];

/** Characters; a summary says in a line what changes. */
export const legalLimits = { title: 160, summary: 500 } as const;
