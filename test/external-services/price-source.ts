import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { marketFeed } from '#server/market/feed.ts';
import type { App } from '#server/platform/app.ts';

/** A source of prices elsewhere, on loopback, that says what a test wants: prices may jump. */
export async function startPriceSource() {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  const text = new Map<string, string>();
  sockets.on('connection', (socket) => {
    for (const message of text.values()) socket.send(message);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  return {
    env: { MARKET_FEED: 'websocket', MARKET_FEED_URL: `ws://127.0.0.1:${port}` },
    /** Sends prices, and waits until the server has received them. */
    async send(app: App, symbol: string, bid: string, ask: string): Promise<void> {
      const message = JSON.stringify([{ symbol, bid, ask }]);
      text.set(symbol, message);
      for (const socket of sockets.clients) socket.send(message);
      const isReceived = () => {
        const quote = marketFeed(app).quote(symbol);
        return Number(quote?.bid) === Number(bid) && quote?.at.getTime() === app.clock.now().getTime();
      };
      for (let n = 0; !isReceived(); n += 1) {
        if (n > 5000) throw new Error(`${symbol} was not heard`);
        await wait(2);
      }
    },
    async close(): Promise<void> {
      for (const socket of sockets.clients) socket.terminate();
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}
