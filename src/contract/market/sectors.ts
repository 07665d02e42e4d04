/** The sectors that offerings belong to, as the Global Industry Classification Standard cuts them. */
export const sectors = [
  'energy',
  'materials',
  'industrials',
  'consumer_discretionary',
  'consumer_staples',
  'health_care',
  'financials',
  'information_technology',
  'communication_services',
  'utilities',
  'real_estate',
] as const;
export type Sector = (typeof sectors)[number];
