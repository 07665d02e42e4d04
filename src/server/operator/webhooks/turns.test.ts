import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { startReceiver } from '#test/external-services/webhook-receiver.ts';
import { startWebhooks } from '#test/external-services/webhooks.ts';

/** Several endpoints, and several things that happen at the same moment. */
const { server, receiver, at, post, made, happens, send, log, restart, close } = await startWebhooks();
afterAll(close);
beforeEach(restart);

const tryOf = async (id: string) => (await log(id)).deliveries.map(({ attempts }) => attempts[0]?.failure);

it('an endpoint that hangs delays only itself, however much is due to it', async () => {
  const hanging = await startReceiver();
  hanging.response = () => {};
  const slow = await made({ url: hanging.url });
  for (let count = 0; count < 7; count += 1) await happens();
  const well = await made();
  await happens();
  const isOver = send();
  await expect.poll(() => receiver.received).toHaveLength(1);
  // What happens while it still hangs.
  await happens();
  await expect.poll(() => receiver.received).toHaveLength(2);
  await expect.poll(() => hanging.received).toHaveLength(5);
  await hanging.close();
  await isOver;
  expect(await tryOf(slow.id)).toEqual(Array.from({ length: 9 }, () => 'connection'));
  expect(await tryOf(well.id)).toEqual([null, null]);
});

describe('an endpoint that was removed', () => {
  it('gets no calls, neither for pending deliveries nor for new events', async () => {
    const { id } = await made();
    await happens();
    expect((await post(`${at}/remove`, { webhook_id: id })).status).toBe(200);
    await happens();
    await send();
    expect(receiver.received).toEqual([]);
  });

  it('is not called for what was taken up just before, either', async () => {
    const { id } = await made();
    await happens();
    // The end of it is written while the sender is about to read its secrets.
    await server.db.run(sql`
      create function remove_it() returns trigger language plpgsql as $$ begin
        update webhook_endpoint set state = 'removed' where id = new.endpoint_id;
        delete from webhook_secret where endpoint_id = new.endpoint_id;
        return new;
      end $$`);
    await server.db.run(sql`
      create trigger removing before update on webhook_delivery for each row execute function remove_it()`);
    await send();
    await server.db.run(sql`drop trigger removing on webhook_delivery`);
    await server.db.run(sql`drop function remove_it`);
    expect(receiver.received).toEqual([]);
    expect(await server.db.rows(sql`select state, attempts from webhook_delivery where endpoint_id = ${id}`)).toEqual([
      { state: 'pending', attempts: 1 },
    ]);
  });
});

it('sends test events while others are written and sent, without a deadlock', async () => {
  const { id } = await made();
  await Promise.all(Array.from({ length: 8 }, () => server.register()));
  const tests = Array.from({ length: 8 }, () => post(`${at}/test`, { webhook_id: id }));
  const [responses] = await Promise.all([Promise.all(tests), server.drain(), send()]);
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  await server.drain();
  await send();
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(16);
  expect(receiver.received).toHaveLength(16);
});

it('sends again while what was sent is being noted', async () => {
  const { id } = await made();
  for (let count = 0; count < 5; count += 1) await happens();
  await send();
  const { deliveries } = await log(id);
  receiver.response = (response) => void response.writeHead(500).end();
  for (let round = 0; round < 3; round += 1) {
    const again = deliveries.map(({ id: delivery_id }) => post(`${at}/send-again`, { delivery_id }));
    const [responses] = await Promise.all([Promise.all(again), send()]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  }
  expect(server.logged.filter((line) => line.includes('webhook not sent') && line.includes('deadlock'))).toEqual([]);
});
