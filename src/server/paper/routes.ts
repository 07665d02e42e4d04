import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { readerOf } from '#server/platform/http/reader.ts';
import { cancelOrder } from './orders/cancel.ts';
import { close, closeAll } from './close.ts';
import { modifyOrder, modifyPosition } from './orders/modify.ts';
import { openSession } from './terminal/open-session.ts';
import { paperData } from './own-data.ts';
import { readPreferences, storePreferences } from './terminal/preferences.ts';
import { placeOrder } from './place-order.ts';
import { previewOrder } from './orders/preview.ts';
import { closedHistory, dealHistory, orderHistory } from './history/read-history.ts';
import { listCandles, listInstruments, listQuotes } from './read-market.ts';
import { readState } from './read-state.ts';
import { endTerminalSessions, traderOf } from './terminal/session.ts';
import { tick } from './tick.ts';

const beatMs = 1000;
/** A server that died during a run blocks the others no longer than this. */
const beatLeaseS = 10;

/** The embedded trading platform: what its terminal calls, and its beat. */
export function paperRoutes(app: App): void {
  const trader = (request: Parameters<typeof traderOf>[1]) => traderOf(app, request);
  handle(app, 'paper.open', ({ body, request, reply }) => openSession(app, body.token, { request, reply }));
  handle(app, 'paper.sign_out', async ({ request }) => {
    await endTerminalSessions(app, await trader(request));
    return { status: 'ok' };
  });
  handle(app, 'paper.preferences', async ({ request }) => readPreferences(app.db, await trader(request)));
  handle(app, 'paper.prefer', async ({ request, body }) => storePreferences(app, await trader(request), body));
  handle(app, 'paper.state', async ({ request }) => readState(app, await trader(request)));
  handle(app, 'paper.instruments', async ({ request }) => {
    await trader(request);
    return listInstruments(app, request.language);
  });
  handle(app, 'paper.quotes', async ({ request }) => {
    await trader(request);
    return listQuotes(app);
  });
  handle(app, 'paper.candles', async ({ request, body }) => {
    await trader(request);
    return listCandles(app, body);
  });
  handle(app, 'paper.preview', async ({ request, body }) =>
    previewOrder(app, await trader(request), readerOf(request), body),
  );
  handle(app, 'paper.place', async ({ request, key, body }) => placeOrder(app, await trader(request), key, body));
  handle(app, 'paper.modify_order', async ({ request, body }) => modifyOrder(app, await trader(request), body));
  handle(app, 'paper.modify_position', async ({ request, body }) => modifyPosition(app, await trader(request), body));
  handle(app, 'paper.cancel', async ({ request, body }) => cancelOrder(app, await trader(request), BigInt(body.order)));
  handle(app, 'paper.close', async ({ request, key, body }) => close(app, await trader(request), key, body));
  handle(app, 'paper.close_all', async ({ request, key }) => closeAll(app, await trader(request), key));
  handle(app, 'paper.deals', async ({ request, body }) => dealHistory(app, await trader(request), body));
  handle(app, 'paper.orders', async ({ request, body }) => orderHistory(app, await trader(request), body));
  handle(app, 'paper.closed_positions', async ({ request, body }) => closedHistory(app, await trader(request), body));
  app.outbox.on('auth.password_changed', ({ clientId }) => endTerminalSessions(app, { clientId }));
  app.outbox.on('auth.frozen', ({ clientId }) => endTerminalSessions(app, { clientId }));
  app.jobs.every('paper.tick', beatMs, () => tick(app), beatLeaseS);
  app.personalData.add('trading', paperData);
}
