import { WebSocket, type RawData } from 'ws';
import { priceBuffer } from './price-buffer.ts';
import { maxBytes, timeoutMs, type ExternalSettings, type Surroundings } from './external.ts';
import { readTicks } from './read-ticks.ts';
import { pauseAfter } from './retry.ts';
import type { Source } from './source.ts';

/** Listens on a connection, and opens it again when it ends or is silent. */
export function webSocketSource(settings: ExternalSettings, { now, log, firstPauseMs }: Surroundings): Source {
  const { receive, latest, bars } = priceBuffer();
  let symbols: readonly string[] = [];
  let socket: WebSocket | undefined;
  let timer: NodeJS.Timeout | undefined;
  let silence: NodeJS.Timeout | undefined;
  let failures = 0;
  let stopped = false;

  function connect(): void {
    const own = new WebSocket(settings.url, {
      headers: settings.headers,
      maxPayload: maxBytes,
      handshakeTimeout: timeoutMs,
      followRedirects: false,
    });
    socket = own;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => own.terminate(), settings.staleS * 2000).unref();
    };
    own.on('open', () => {
      listen();
      if (settings.subscribe) own.send(subscription(settings, symbols));
    });
    own.on('message', (data) => {
      listen();
      const ticks = ticksIn(data);
      if (ticks.size > 0) failures = 0;
      receive(ticks);
    });
    own.on('error', (error) => log.warn({ reason: error.message }, 'the market source fails'));
    own.on('close', () => {
      clearTimeout(silence);
      if (stopped || socket !== own) return;
      failures += 1;
      log.warn({ failures }, 'no market prices: the connection ended');
      timer = setTimeout(connect, pauseAfter(failures, firstPauseMs)).unref();
    });
  }

  function ticksIn(data: RawData) {
    try {
      return readTicks(JSON.parse((data as Buffer).toString('utf8')), settings.mapping, now());
    } catch {
      return new Map<never, never>();
    }
  }

  return {
    simulated: false,
    latest,
    bars,
    start(requested) {
      const isNew = requested.join(',') !== symbols.join(',');
      symbols = requested;
      if (!socket) connect();
      else if (isNew && socket.readyState === WebSocket.OPEN && settings.subscribe)
        socket.send(subscription(settings, symbols));
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(silence);
      socket?.terminate();
    },
  };
}

/** `"{symbols}"` in the message, quotes included, becomes a list of the source's names. */
function subscription({ subscribe = '', mapping }: ExternalSettings, symbols: readonly string[]): string {
  const names = symbols.map((symbol) => mapping.symbols[symbol] ?? symbol);
  return subscribe.replaceAll('"{symbols}"', () => JSON.stringify(names));
}
