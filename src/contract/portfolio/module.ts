import type { DeclarationWith } from '#contract/declaration.ts';
import { optional } from '#contract/notifications/terms.ts';
import type { PortfolioEvents } from './events.ts';

export const portfolio = {
  auditActions: {
    portfolio: ['set_tier', 'end_tier'],
  },
  auditDetails: ['tier'],
  jobs: ['portfolio.measure_tiers'],
  notifications: {
    'portfolio.tier_changed': {
      tier_risen: { group: 'news', channels: optional },
      tier_fallen: { group: 'news', channels: optional },
    },
  },
  publicEvents: ['client.tier_changed'],
} as const satisfies DeclarationWith<PortfolioEvents>;
