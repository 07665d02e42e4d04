import type { App } from '#server/platform/app.ts';
import { notifierOf } from '../notify.ts';

/** Notifies administrators of what happened to the operator's API programs. */
export function operatorListeners(app: App): void {
  notifierOf(app, 'operator.webhook_disabled', ({ staffId: to, webhookId, name }) => ({
    to,
    kind: 'webhook_disabled',
    path: `/admin/api/${webhookId}`,
    params: { name },
  }));
}
