import type { App } from '#server/platform/app.ts';
import { notifierOf } from '../notify.ts';

/** Notifies administrators of what happened to the operator's API programs. */
export function operatorListeners(app: App): void {
  notifierOf(app, 'operator.keys_lost', ({ staffId: to, name, keys }) => ({
    to,
    kind: 'keys_lost',
    path: '/admin/api',
    params: { name, keys },
  }));
  notifierOf(app, 'operator.webhook_disabled', ({ staffId: to, webhookId, name, person }) => ({
    to,
    kind: 'webhook_disabled',
    path: `/admin/api/${webhookId}`,
    params: { name, why: person === undefined ? 'failed' : 'left', person: person ?? '' },
  }));
}
