/** The tiers of a client, from the lowest. Below silver the tier is standard. */
export const tierNames = ['standard', 'silver', 'gold', 'platinum', 'vip'] as const;

export type TierName = (typeof tierNames)[number];

/** Which articles a tier reads, each with all before it. */
export const contentNames = ['public', 'analytics', 'research'] as const;
export type ContentName = (typeof contentNames)[number];
