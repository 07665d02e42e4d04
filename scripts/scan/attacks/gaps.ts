import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { deposit } from '#test/money/wallet.ts';
import { startInstallation } from '../../bench/installation.ts';
import { embeddedDatabase } from '../../fault/database.ts';
import { of } from '../people.ts';
import { exchange } from '../wire.ts';
import { must, newClient, post, type Attack, type Ground, type Visitor } from './ground.ts';

const symbol = 'BTCUSD';
const level = 50_000;
const fundsUsd = 1000;
const accounts = 2;

/** A source of prices that sends the same each half second, until it gets another. */
async function openPrices() {
  const source = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(source, 'listening');
  let middle = level;
  const send = () => {
    const message = JSON.stringify([{ symbol, bid: `${middle}.00`, ask: `${middle + 10}.00` }]);
    for (const line of source.clients) line.send(message);
  };
  const timer = setInterval(send, 500);
  return {
    env: { MARKET_FEED: 'websocket', MARKET_FEED_URL: `ws://127.0.0.1:${(source.address() as AddressInfo).port}` },
    jumpTo(price: number) {
      middle = price;
      send();
    },
    close() {
      clearInterval(timer);
      for (const line of source.clients) line.terminate();
      source.close();
    },
  };
}
type Prices = Awaited<ReturnType<typeof openPrices>>;

/** An account, with the terminal that is open on it. */
interface Account {
  number: string;
  terminal: Record<string, string>;
  /** Of the terminal, which has a cookie of its own. */
  who: Visitor;
}

interface Player {
  who: Visitor;
  walletId: string;
  accounts: Account[];
}

async function newPlayer(ground: Ground): Promise<Player> {
  const who = await newClient(ground);
  await deposit(ground.db, who.id, BigInt(accounts * fundsUsd * 100), new Date());
  const [wallet] = await must(ground, who, '/api/wallets', {});
  const player: Player = { who, walletId: wallet?.id ?? '', accounts: [] };
  for (let nth = 0; nth < accounts; nth += 1) player.accounts.push(await openAccount(ground, player));
  return player;
}

async function openAccount(ground: Ground, player: Player): Promise<Account> {
  const made = await must(ground, player.who, '/api/trading-account/create', { currency_id: 'USD' });
  const number = made.trading_account_id;
  await must(ground, player.who, '/api/trading-account/transfer', transfer(player, number, 'in', fundsUsd));
  const { link } = await must(ground, player.who, '/api/trading-account/autologin', { trading_account_id: number });
  const who = { browser: { ...player.who.browser, cookies: new Map(player.who.browser.cookies) } };
  const { session } = await must(ground, who, '/api/paper/session', { token: link.split('/').at(-1) });
  return { number, who, terminal: { 'x-platform-session': session } };
}

const transfer = ({ walletId }: Player, number: string, direction: 'in' | 'out', dollars: number) => ({
  trading_account_id: number,
  direction,
  wallet_id: walletId,
  amount: dollars.toFixed(2),
  request_id: randomUUID(),
});

/** Takes out as much of each account as it allows, by halves. */
async function takeOut(ground: Ground, player: Player): Promise<void> {
  for (const { number } of player.accounts)
    for (let dollars = 16_000; dollars >= 1; dollars /= 2)
      await post(ground, player.who, '/api/trading-account/transfer', transfer(player, number, 'out', dollars));
}

const closeAll = (ground: Ground, { who, terminal }: Account) =>
  post(ground, who, '/api/paper/close-all', { request_id: randomUUID() }, terminal);

async function openPosition(ground: Ground, { who, terminal }: Account, side: 'buy' | 'sell'): Promise<void> {
  const order = { symbol, side, type: 'market', volume: '0.50', request_id: randomUUID() };
  await must(ground, who, '/api/paper/place', order, terminal);
}

/** In the order in which a player closes; the beat of the platform may come between. */
const ways: Record<string, (ground: Ground, player: Player) => Promise<unknown>> = {
  'takes out at once': (ground, player) => takeOut(ground, player),
  'closes the first account before the second': async (ground, player) => {
    for (const account of player.accounts) {
      await closeAll(ground, account);
      await takeOut(ground, player);
    }
  },
  'closes the second account before the first': async (ground, player) => {
    for (const account of player.accounts.toReversed()) {
      await closeAll(ground, account);
      await takeOut(ground, player);
    }
  },
  'closes both at once': async (ground, player) => {
    await Promise.all([...player.accounts.map((account) => closeAll(ground, account)), takeOut(ground, player)]);
  },
};

/** What the client has once all is closed and settled, in dollars. */
async function holdings(ground: Ground, player: Player): Promise<number> {
  const wallets = await must(ground, player.who, '/api/wallets', {});
  const books = await must(ground, player.who, '/api/trading-account', {});
  return [...wallets.map(({ balance }) => balance), ...books.map(({ native_balance: balance }) => balance)]
    .map(Number)
    .reduce((sum, each) => sum + each, 0);
}

async function untilReceived(ground: Ground, { who }: Player, price: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { body } = await exchange(ground.url, {
      path: `/api/market/quotes?symbols=${symbol}`,
      headers: of(who.browser),
    });
    const [quote] = (JSON.parse(body.toString()) as { quotes?: { bid: string }[] }).quotes ?? [];
    if (Number(quote?.bid) === price) return;
    await sleep(50);
  }
  throw new Error(`the price of ${price} did not arrive`);
}

/** Long and short on two accounts, then a gap: what is won on one side must not be kept while the other side is forgiven. */
async function play(ground: Ground, prices: Prices, way: keyof typeof ways, gap: number): Promise<string[]> {
  prices.jumpTo(level);
  const player = await newPlayer(ground);
  await untilReceived(ground, player, level);
  for (const [nth, account] of player.accounts.entries())
    await openPosition(ground, account, nth === 0 ? 'buy' : 'sell');
  const price = Math.round(level * (1 + gap));
  prices.jumpTo(price);
  await untilReceived(ground, player, price);
  await ways[way]?.(ground, player);
  for (const account of player.accounts) await closeAll(ground, account);
  // The beat of each second takes back what was laid out, and forgives what is left.
  await sleep(3000);
  await takeOut(ground, player);
  const [had, has] = [accounts * fundsUsd, await holdings(ground, player)];
  // Two positions against each other gain nothing, so that all above the money brought in would be the operator's loss.
  return has > had ? [`after a gap of ${gap * 100} % a client who ${way} has ${has} of ${had} dollars`] : [];
}

export const tryGaps: Attack = async ({ secret, tree }) => {
  const prices = await openPrices();
  const env = { ...prices.env, APP_SECRET: secret, TRUST_PROXY: '1' };
  const installation = await startInstallation({ tree, env });
  const db = await embeddedDatabase(installation.dataDir).open();
  const ground = { url: installation.url, secret, tree, db };
  const holes: string[] = [];
  let games = 0;
  try {
    for (const gap of [-0.3, 0.3])
      for (const way of Object.keys(ways)) {
        holes.push(...(await play(ground, prices, way, gap)));
        games += 1;
      }
    return { tried: `${games} games of two mirrored accounts`, holes };
  } finally {
    await db.close();
    await installation.stop();
    prices.close();
  }
};
