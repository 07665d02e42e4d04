/** What a broker and a client agree on: the agreement itself, the use of data, and the risks. */
export const legalKinds = ['terms', 'privacy', 'risk'] as const;
export type LegalKind = (typeof legalKinds)[number];

/** The state of a version: a draft, published for a later day, in force, or followed by another. */
export const legalStates = ['draft', 'announced', 'in_force', 'former'] as const;
export type LegalState = (typeof legalStates)[number];

/** Characters; a summary says in a line what changes. */
export const legalLimits = { title: 160, summary: 500 } as const;
