/** The standing of a client, from the lowest. Below silver he is standard. */
export const tierNames = ['standard', 'silver', 'gold', 'platinum', 'vip'] as const;

export type TierName = (typeof tierNames)[number];
