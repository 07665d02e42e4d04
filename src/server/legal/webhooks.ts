import type { App } from '#server/platform/app.ts';
import { ofClient } from '#server/platform/webhooks.ts';

/** What programs of the operator learn. */
export function publishLegalEvents({ webhooks }: App): void {
  webhooks.on('legal.accepted', 'client.legal_accepted', ({ kind, number, versionId, at, ...who }) => ({
    ...ofClient(who),
    document: kind,
    version: number,
    version_id: versionId,
    accepted_at: at,
  }));
}
