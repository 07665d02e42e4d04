import type { Route } from '#contract/api.ts';
import { publicEvents } from '#contract/operator/event-names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { startReceiver } from './webhook-receiver.ts';
import { startServer } from '../server.ts';

/** A server whose webhooks may go to this machine, a receiver there, and an administrator for them. */
export async function startWebhooks() {
  const server = await startServer({ env: { WEBHOOKS_LOCAL: '1' } });
  const receiver = await startReceiver();
  const admin = await server.register({ roles: ['client', 'admin'] });
  await server.storeSessions();
  await server.drain();
  const at = 'POST /api/staff/operator/webhooks' as const;
  const post = <R extends Route>(route: R, body: object) => server.call(route, { as: admin, body });
  const proof = () => ({ current_password: admin.password });
  return {
    server,
    receiver,
    admin,
    at,
    post,
    proof,
    /** An endpoint of all events but one that comes with each registration, at the receiver by default. */
    async made(input: object = {}) {
      const body = {
        name: 'CRM',
        url: receiver.url,
        events: publicEvents.filter((type) => type !== 'client.legal_accepted'),
        ...input,
        ...proof(),
      };
      const response = await post(`${at}/create`, body);
      if (response.status !== 200) throw new Error(JSON.stringify(response.refusal));
      return { id: response.body.webhook.id, secret: response.body.secret };
    },
    /** Something happens: a person registers, and no other person does at that time. */
    async happens() {
      const { user } = await server.register();
      await server.drain();
      return user.id;
    },
    send: () => server.app.jobs.run('operator.send_webhooks'),
    async log(id: string) {
      const { body } = await post(`${at}/deliveries`, { webhook_id: id });
      return body;
    },
    /** No endpoints, nothing received, and a receiver that takes everything. */
    async restart() {
      await server.db.run(sql`update webhook_endpoint set state = 'removed'`);
      await server.db.run(sql`delete from rate_window`);
      receiver.received.length = 0;
      receiver.response = (response) => void response.writeHead(200).end('taken');
    },
    async close() {
      await receiver.close();
      await server.close();
    },
  };
}
