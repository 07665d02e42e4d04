import type { Webhook } from '#contract/operator/webhooks.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';

interface Row extends Pick<Webhook, 'id' | 'name' | 'url' | 'events' | 'state' | 'waiting'> {
  failingSince: Date | null;
  formerUntil: Date | null;
  deliveredAt: Date | null;
  createdAt: Date;
}

async function readWebhooks({ clock }: App, db: Queries, condition: Sql): Promise<Webhook[]> {
  const rows = await db.rows<Row>(sql`
    select e.id, e.name, e.url, e.events, e.state, e.failing_since as "failingSince", e.created_at as "createdAt",
           (select max(s.ends_at) from webhook_secret s where s.endpoint_id = e.id and s.ends_at > ${clock.now()}) as "formerUntil",
           (select count(*)::int from webhook_delivery d where d.endpoint_id = e.id and d.state = 'pending') as waiting,
           (select max(a.at) from webhook_delivery d join webhook_attempt a on a.delivery_id = d.id
            where d.endpoint_id = e.id and a.failure is null) as "deliveredAt"
    from webhook_endpoint e where e.state <> 'removed' and ${condition} order by e.id`);
  return rows.map(({ failingSince, formerUntil, deliveredAt, createdAt, ...row }) => ({
    ...row,
    failing_since: failingSince?.toISOString() ?? null,
    former_secret_until: formerUntil?.toISOString() ?? null,
    last_delivered_at: deliveredAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  }));
}

/** Every endpoint, in the order in which they were made. */
export const listWebhooks = (app: App): Promise<Webhook[]> => readWebhooks(app, app.db, sql`true`);

/** @throws Refusal `http.not_found` */
export async function readWebhook(app: App, db: Queries, id: string): Promise<Webhook> {
  const [webhook] = await readWebhooks(app, db, sql`e.id = ${id}`);
  if (!webhook) throw notFound();
  return webhook;
}
