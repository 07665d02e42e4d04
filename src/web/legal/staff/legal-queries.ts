import { queryOptions } from '@tanstack/react-query';
import type { DeskLegal, LegalText } from '#contract/legal-staff.ts';
import { call } from '#web/platform/api/api.ts';
import { download } from '#web/platform/files/download.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { legalKey } from '../legal-queries.ts';

const key = 'legal-desk';

/** Every version of every document. */
export const legalDeskQuery = queryOptions({
  queryKey: [key, 'list'],
  queryFn: async () => (await call('POST /api/staff/legal', { body: {} })).versions,
});

export const readVersion = (id: string) => call('POST /api/staff/legal/info', { body: { id } });

export const deskVersionQuery = (id: string) =>
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

/** Takes over what an act answered with, and lets the lists be asked for again. */
export function tookVersion(version: DeskLegal): void {
  queries.setQueryData(deskVersionQuery(version.id).queryKey, version);
  forgetLists();
}

export function forgetLists(): void {
  void queries.invalidateQueries({ queryKey: legalDeskQuery.queryKey });
  void queries.invalidateQueries({ queryKey: legalKey });
}

/** Takes over one text of a draft. */
export function tookText(id: string, text: LegalText): void {
  queries.setQueryData(
    deskVersionQuery(id).queryKey,
    (version: DeskLegal | undefined) =>
      version && { ...version, drafts: [...version.drafts.filter((each) => each.language !== text.language), text] },
  );
  void queries.invalidateQueries({ queryKey: legalDeskQuery.queryKey });
}
