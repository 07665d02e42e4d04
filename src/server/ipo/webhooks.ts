import type { App } from '#server/platform/app.ts';
import { ofClient } from '#server/platform/webhooks.ts';

/** What programs of the operator learn. */
export function publishIpoEvents({ webhooks }: App): void {
  webhooks.on('ipo.offering_changed', 'ipo.offering_changed', ({ offeringId, state }) => ({
    offering_id: offeringId,
    state,
  }));
  webhooks.on('ipo.application_changed', 'ipo.application_changed', ({ applicationId, state, ...who }) => ({
    ...ofClient(who),
    application_id: applicationId,
    state,
  }));
}
