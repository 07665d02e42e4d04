import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';

/** Whether staff have something to decide on: a document, or a problem of a check that has no note of staff yet. */
export const isToDecide = ({
  documents,
  identity_checks: checks,
}: Pick<VerificationCase, 'documents' | 'identity_checks'>) =>
  documents.some(({ state }) => state === 'pending') || checks.some(({ problem, noted }) => problem && !noted);
