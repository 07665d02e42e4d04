/** How risky compliance holds a client to be, from the lowest. A client without a rating counts as one of high risk. */
export const riskRatings = ['low', 'medium', 'high'] as const;

export type RiskRating = (typeof riskRatings)[number];
