import { queryOptions } from '@tanstack/react-query';
import type { StaffLegal, LegalText } from '#contract/legal/staff-endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { download } from '#web/platform/files/download.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { showResponse } from '#web/platform/api/show-response.ts';
import { legalKey } from '../legal-queries.ts';

const key = 'legal-desk';

/** Every version of every document. */
export const staffLegalQuery = queryOptions({
  queryKey: [key, 'list'],
  queryFn: async () => (await call('POST /api/staff/legal', { body: {} })).versions,
});

export const readVersion = (id: string) => call('POST /api/staff/legal/info', { body: { id } });

export const staffVersionQuery = (id: string) =>
  queryOptions({
    queryKey: [key, 'one', id],
    queryFn: () => readVersion(id),
    // What is being written is never replaced under the writer's hands.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

/** Who accepted a version, as a file. */
export const saveConsents = (version_id: string) =>
  download('GET /api/staff/legal/consents/file', { query: { version_id } });

/** Takes over the response of an action, and refetches the lists. */
export function tookVersion(version: StaffLegal): void {
  showResponse(staffVersionQuery(version.id).queryKey, version);
  invalidateLists();
}

export function invalidateLists(): void {
  void queries.invalidateQueries({ queryKey: staffLegalQuery.queryKey });
  void queries.invalidateQueries({ queryKey: legalKey });
}

/** Takes over one text of a draft. */
export function tookText(id: string, text: LegalText): void {
  showResponse(
    staffVersionQuery(id).queryKey,
    (version: StaffLegal | undefined) =>
      version && { ...version, drafts: [...version.drafts.filter((each) => each.language !== text.language), text] },
  );
  void queries.invalidateQueries({ queryKey: staffLegalQuery.queryKey });
}
