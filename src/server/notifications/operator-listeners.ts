import type { App } from '#server/platform/app.ts';
import { tellOf } from './notify.ts';

/** Tells administrators what became of the programs of the operator. */
export function operatorListeners(app: App): void {
  tellOf(app, 'operator.webhook_stopped', ({ staffId: to, webhookId, name }) => ({
    to,
    kind: 'webhook_stopped',
    path: `/admin/api/${webhookId}`,
    params: { name },
  }));
}
