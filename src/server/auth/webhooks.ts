import type { App } from '#server/platform/app.ts';
import { ofClient } from '#server/platform/webhooks.ts';

/** What programs of the operator learn. */
export function publishAuthEvents({ webhooks }: App): void {
  webhooks.on('auth.registered', 'client.registered', ofClient);
  webhooks.on('auth.invited', 'client.registered', ({ isNew, ...who }) => (isNew ? ofClient(who) : undefined));
  webhooks.on('auth.frozen', 'client.frozen', ({ at, isDisputed = false, ...who }) => ({
    ...ofClient(who),
    disputed: isDisputed,
    frozen_at: at,
  }));
  webhooks.on('auth.email_changed', 'client.email_changed', ({ at, ...who }) => ({ ...ofClient(who), changed_at: at }));
}
