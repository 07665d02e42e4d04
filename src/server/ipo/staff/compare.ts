import type { MethodComparison } from '#contract/ipo/staff-records.ts';
import type { App } from '#server/platform/app.ts';
import type { Person } from '#server/platform/session/session.ts';
import { compareMethods } from '../allotment/compare-methods.ts';

/**
 * The result of each method of allotment.
 * @throws Refusal `http.not_found` when there is no such offering with a book and a final price
 */
export async function showComparison(app: App, me: Pick<Person, 'id'>, offeringId: string): Promise<MethodComparison> {
  const { id, at, quota, applicants, requested, counted, inputsSha256, methods } = await compareMethods(
    app,
    me,
    offeringId,
  );
  return {
    id,
    quota,
    applicants,
    requested,
    counted,
    at: at.toISOString(),
    inputs_sha256: inputsSha256,
    methods: methods.map(({ method, summary }) => ({
      method,
      summary: summary && {
        allotted: summary.allotted,
        served: summary.served,
        largest: summary.largest,
        smallest: summary.smallest,
        by_tier: summary.byTier.map(({ fillPercent, ...tier }) => ({ ...tier, fill_percent: fillPercent })),
      },
    })),
  };
}
