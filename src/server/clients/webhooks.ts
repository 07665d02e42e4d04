import type { App } from '#server/platform/app.ts';
import { ofClient } from '#server/platform/webhooks.ts';

/** What programs of the operator learn. */
export function publishClientsEvents({ webhooks }: App): void {
  // Events from before programs could follow these two lack the data, and no program had subscribed then.
  webhooks.on('clients.manager_changed', 'client.manager_changed', ({ managerId, ...who }) =>
    managerId === undefined ? undefined : { ...ofClient(who), manager_id: managerId },
  );
  webhooks.on('clients.limits_changed', 'client.limits_changed', ({ what, own, ...who }) =>
    own === undefined ? undefined : { ...ofClient(who), kind: what, own: own !== null, until: own?.until ?? null },
  );
  webhooks.on('clients.risk_changed', 'client.risk_changed', ({ risk, ...who }) => ({ ...ofClient(who), risk }));
  webhooks.on('clients.closure_requested', 'client.closure_requested', ({ closesAt, ...who }) => ({
    ...ofClient(who),
    closes_at: closesAt,
  }));
  webhooks.on('clients.closure_cancelled', 'client.closure_cancelled', ofClient);
  webhooks.on('clients.account_closed', 'client.closed', ofClient);
  webhooks.on('clients.account_reopened', 'client.reopened', ofClient);
}
