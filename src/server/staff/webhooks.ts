import type { App } from '#server/platform/app.ts';
import { ofClient } from '#server/platform/webhooks.ts';

/** What programs of the operator learn. */
export function publishStaffEvents({ webhooks }: App): void {
  webhooks.on('staff.client_blocked', 'client.blocked', ({ reason, ...who }) => ({ ...ofClient(who), reason }));
  webhooks.on('staff.client_unblocked', 'client.unblocked', ofClient);
}
