import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { AuditActionOf } from '#contract/staff/audit-names.ts';
import { maxWebhooks, type PublicEvent } from '#contract/operator/event-names.ts';
import type { Webhook } from '#contract/operator/webhooks.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { isOutboundAllowed } from '#server/platform/outbound/ssrf-guard.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readWebhook } from './list-webhooks.ts';
import { addSecret, endSecrets } from './secrets.ts';

interface Input extends Proof {
  name: string;
  url: string;
  events: PublicEvent[];
}

interface WithSecret {
  webhook: Webhook;
  secret: string;
}

const hourMs = 3_600_000;

/** What the log says of an address for good: its path and query are often secrets of the receiver. */
const loggedAddress = (url: string): string => `${new URL(url).origin}/…${url.slice(-4)}`;

/** @throws Refusal as `prove`, `operator.webhook_address` on `url`, `operator.webhooks_full` */
export async function createWebhook(app: App, me: Person, { name, url, events, ...proof }: Input): Promise<WithSecret> {
  const take = await prove(app, me, proof);
  const isExternal = await isOutboundAllowed(url, app.config.webhooksLocal);
  const [id, now] = [newId(), app.clock.now()];
  return app.db.tx(async (tx) => {
    await take(tx);
    if (!isExternal) throw refuseField('url', 'operator.webhook_address');
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('webhook_endpoint'))`);
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*)::int as count from webhook_endpoint where state <> 'removed'`,
    );
    if (count >= maxWebhooks) throw refuse('operator.webhooks_full', { max: maxWebhooks });
    await tx.run(sql`
      insert into webhook_endpoint (id, name, url, events, state, created_by, created_at)
      values (${id}, ${name}, ${url}, ${events}, 'active', ${me.id}, ${now})`);
    const secret = await addSecret(app, tx, id, now);
    await note(app, tx, me, 'operator.create_webhook', {
      webhook: name,
      url: loggedAddress(url),
      events: events.join(' '),
    });
    return { webhook: await readWebhook(app, tx, id), secret };
  });
}

/** @throws Refusal as `prove`, `operator.webhook_address` on `url`, `http.not_found` */
export async function editWebhook(
  app: App,
  me: Person,
  { webhook_id: id, name, url, events, ...proof }: Input & { webhook_id: string },
): Promise<Webhook> {
  const take = await prove(app, me, proof);
  const isExternal = await isOutboundAllowed(url, app.config.webhooksLocal);
  return app.db.tx(async (tx) => {
    await take(tx);
    if (!isExternal) throw refuseField('url', 'operator.webhook_address');
    const before = await lockWebhook(tx, id);
    await tx.run(sql`update webhook_endpoint set name = ${name}, url = ${url}, events = ${events} where id = ${id}`);
    await note(app, tx, me, 'operator.edit_webhook', {
      webhook: name,
      ...(before.url === url ? {} : { from: loggedAddress(before.url), to: loggedAddress(url) }),
      events: events.join(' '),
    });
    return readWebhook(app, tx, id);
  });
}

/** @throws Refusal as `prove`, `http.not_found` */
export async function rotateWebhook(
  app: App,
  me: Person,
  { webhook_id: id, overlap_hours: hours, ...proof }: Proof & { webhook_id: string; overlap_hours: number },
): Promise<WithSecret> {
  const take = await prove(app, me, proof);
  const now = app.clock.now();
  return app.db.tx(async (tx) => {
    await take(tx);
    const { name } = await lockWebhook(tx, id);
    await endSecrets(tx, id, now, new Date(now.getTime() + hours * hourMs));
    const secret = await addSecret(app, tx, id, now);
    await note(app, tx, me, 'operator.rotate_webhook', { webhook: name, overlap_hours: String(hours) });
    return { webhook: await readWebhook(app, tx, id), secret };
  });
}

/**
 * Switches an endpoint on or off. Once it is on again, earlier failures no longer count, and who switched it on answers for it.
 * @throws Refusal `http.not_found`
 */
export async function switchWebhook(
  app: App,
  me: Person,
  { webhook_id: id, on }: { webhook_id: string; on: boolean },
): Promise<Webhook> {
  return app.db.tx(async (tx) => {
    const { name } = await lockWebhook(tx, id);
    await tx.run(sql`
      update webhook_endpoint set state = ${on ? 'active' : 'off'}, failing_since = null, created_by = ${on ? sql`${me.id}` : sql`created_by`} where id = ${id}`);
    await note(app, tx, me, 'operator.switch_webhook', { webhook: name, state: on ? 'on' : 'off' });
    return readWebhook(app, tx, id);
  });
}

/** @throws Refusal `http.not_found` */
export async function removeWebhook(
  app: App,
  me: Person,
  { webhook_id: id }: { webhook_id: string },
): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    const { name } = await lockWebhook(tx, id);
    await tx.run(sql`update webhook_endpoint set state = 'removed' where id = ${id}`);
    await tx.run(sql`delete from webhook_secret where endpoint_id = ${id}`);
    await note(app, tx, me, 'operator.remove_webhook', { webhook: name });
  });
  return { status: 'ok' };
}

/**
 * Locks an endpoint. Every caller does so before it locks a delivery of the endpoint; writers of new deliveries need
 * not wait.
 * @throws Refusal `http.not_found`
 */
export async function lockWebhook(tx: Tx, id: string): Promise<{ name: string; url: string; state: string }> {
  const webhook = await tx.maybeOne<{ name: string; url: string; state: string }>(sql`
    select name, url, state from webhook_endpoint where id = ${id} and state <> 'removed' for no key update`);
  if (!webhook) throw notFound();
  return webhook;
}

const note = (app: App, tx: Tx, me: Person, action: AuditActionOf<'operator'>, details: AuditDetails) =>
  writeAudit(tx, app.clock, { actorId: me.id, action, details });
