import type { z } from 'zod';
import { approvalsRefusals } from '#contract/approvals/refusals.ts';
import { articlesRefusals } from '#contract/articles/refusals.ts';
import { authRefusals } from '#contract/auth/refusals.ts';
import { clientsRefusals } from '#contract/clients/refusals.ts';
import { connectionsRefusals } from '#contract/connections/refusals.ts';
import { importsRefusals } from '#contract/imports/refusals.ts';
import { ipoRefusals } from '#contract/ipo/refusals.ts';
import { jobsRefusals } from '#contract/jobs/refusals.ts';
import { platformRefusals } from '#contract/kernel/refusals/platform.ts';
import { legalRefusals } from '#contract/legal/refusals.ts';
import { listsRefusals } from '#contract/lists/refusals.ts';
import { marketRefusals } from '#contract/market/refusals.ts';
import { notificationsRefusals } from '#contract/notifications/refusals.ts';
import { operatorRefusals } from '#contract/operator/refusals.ts';
import { paperRefusals } from '#contract/paper/refusals.ts';
import { paymentsRefusals } from '#contract/payments/refusals.ts';
import { portfolioRefusals } from '#contract/portfolio/refusals.ts';
import { reasonsRefusals } from '#contract/reasons/refusals.ts';
import { reconciliationRefusals } from '#contract/reconciliation/refusals.ts';
import { screeningRefusals } from '#contract/screening/refusals.ts';
import { settingsRefusals } from '#contract/settings/refusals.ts';
import { staffRefusals } from '#contract/staff/refusals.ts';
import { supportRefusals } from '#contract/support/refusals.ts';
import { tradingRefusals } from '#contract/trading/refusals.ts';
import { verificationRefusals } from '#contract/verification/refusals.ts';
import { walletsRefusals } from '#contract/wallets/refusals.ts';
import type { RefusalSpec } from '#contract/kernel/refusals/refusal.ts';

/** Every refusal by its code. One map serves types, responses and the API page. */
export const refusals = {
  ...approvalsRefusals,
  ...articlesRefusals,
  ...authRefusals,
  ...clientsRefusals,
  ...connectionsRefusals,
  ...importsRefusals,
  ...ipoRefusals,
  ...jobsRefusals,
  ...platformRefusals,
  ...legalRefusals,
  ...listsRefusals,
  ...marketRefusals,
  ...notificationsRefusals,
  ...operatorRefusals,
  ...paperRefusals,
  ...paymentsRefusals,
  ...portfolioRefusals,
  ...reasonsRefusals,
  ...reconciliationRefusals,
  ...screeningRefusals,
  ...settingsRefusals,
  ...staffRefusals,
  ...supportRefusals,
  ...tradingRefusals,
  ...verificationRefusals,
  ...walletsRefusals,
} as const satisfies Record<string, RefusalSpec>;

type Specs = typeof refusals;
export type RefusalCode = keyof Specs;

/** The values that come with a refusal: exactly these, or none. */
export type RefusalParamsOf = {
  [Code in RefusalCode]: Specs[Code] extends { params: infer Params extends z.ZodType } ? z.output<Params> : undefined;
};

/** Refusals of one field only: they come under its name in a response of status 422. */
export type FieldRefusalCode = {
  [Code in RefusalCode]: Specs[Code] extends { status: 422 } ? Code : never;
}[RefusalCode];

/** Refusals that end by themselves. */
export type WaitRefusalCode = {
  [Code in RefusalCode]: RefusalParamsOf[Code] extends { seconds: number } ? Code : never;
}[RefusalCode];

/** `auth.locked` has the text `errors.auth_locked`. */
export const refusalText = (code: string) => `errors.${code.replaceAll('.', '_')}`;
