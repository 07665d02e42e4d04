import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { demoSecret } from '#server/platform/config/environment.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { headersOf, newBrowser, storeCookies, type Browser } from '#test/browser.ts';
import { deposit } from '#test/money/wallet.ts';
import { call, callsOf, newHand, Refused, register, type Hand } from '../hand.ts';
import { balancesOfHands } from '../referee.ts';

const handCount = 4;
const openingMinor = 100_000_000n;
const betweenActionsMs = 20;
const betweenFilesMs = 700;
const betweenReadsMs = 60;
const betweenLiftsMs = 250;

/** Clients who move money, send files and read, all at once, and what they were answered. */
export interface Load {
  hands: Hand[];
  openings: Map<string, bigint>;
  /** Calls until `enough` says so, whatever happens to the servers. */
  work(enough: () => boolean): Promise<void>;
  /** Sends again what had no answer. */
  finish(): Promise<void>;
  /** Files whose upload was answered and that do not come back as they were. */
  findLostFiles(): Promise<string[]>;
  files(): number;
}

export async function openLoad(url: string, db: Db): Promise<Load> {
  await db.run(sql`update conversion_setting set quote_lifetime_s = 300`);
  await db.run(sql`update currency set rate_max_age_s = null`);
  const fund = (clientId: string) => deposit(db, clientId, openingMinor, new Date());
  const hands: Hand[] = [];
  for (let nth = 0; nth < handCount; nth += 1) hands.push(await newHand(url, demoSecret, fund));
  const openings = await balancesOfHands(db, hands);
  const sender = await newSender(url);
  return {
    hands,
    openings,
    async work(enough) {
      await Promise.all([
        ...hands.map((hand) => hand.work(url, enough, betweenActionsMs)),
        sender.work(enough),
        read(url, sender.browser, enough),
        liftLimits(db, enough),
      ]);
    },
    async finish() {
      for (const hand of hands) await untilAnswered(() => hand.retry(url));
    },
    findLostFiles: sender.findLost,
    files: sender.count,
  };
}

/** Limits of calls are not what is tried here. */
async function liftLimits(db: Db, enough: () => boolean): Promise<void> {
  while (!enough()) {
    await db.run(sql`delete from rate_window`).catch(() => undefined);
    await sleep(betweenLiftsMs);
  }
}

/** Repeats a call until it is answered, for a minute at most. */
async function untilAnswered(send: () => Promise<unknown>): Promise<void> {
  const untilMs = performance.now() + 60_000;
  for (;;) {
    try {
      return void (await send());
    } catch (error) {
      if (error instanceof Refused || performance.now() > untilMs) throw error;
      await sleep(200);
    }
  }
}

/** A client looks at wallets and at a page, and does not mind what comes. */
async function read(url: string, browser: Browser, enough: () => boolean): Promise<void> {
  for (let turn = 0; !enough(); turn += 1) {
    const looked = turn % 2 ? fetch(`${url}/en/login`) : call(url, browser, 'POST /api/wallets', {});
    await Promise.resolve(looked).catch(() => undefined);
    await sleep(betweenReadsMs);
  }
}

/** Sends a picture after the other, of clients who may have few that nothing refers to. */
async function newSender(url: string) {
  const browser = await signUp(url);
  let current = browser;
  const sent = new Map<string, { owner: Browser; pixels: string }>();
  return {
    browser,
    count: () => sent.size,
    async work(enough: () => boolean) {
      while (!enough()) {
        const picture = await newPicture();
        const owner = current;
        const id = await upload(url, owner, picture).catch(() => undefined);
        if (id === 'full') current = await signUp(url).catch(() => current);
        else if (id !== undefined) sent.set(id, { owner, pixels: await pixelsOf(picture) });
        await sleep(betweenFilesMs);
      }
    },
    async findLost() {
      const lost: string[] = [];
      for (const [id, { owner, pixels }] of sent) {
        const response = await fetch(`${url}/api/files/${id}`, { headers: headersOf(owner) });
        const content = Buffer.from(await response.arrayBuffer());
        const isThere = response.ok && (await pixelsOf(content)) === pixels;
        if (!isThere) lost.push(`file ${id} was stored, and is answered with ${response.status} or another picture`);
      }
      return lost;
    },
  };
}

async function signUp(url: string): Promise<Browser> {
  const browser = newBrowser(demoSecret);
  await register(url, browser, callsOf(browser));
  return browser;
}

async function upload(url: string, browser: Browser, content: Buffer<ArrayBuffer>): Promise<string> {
  const headers = { ...headersOf(browser), 'content-type': 'application/octet-stream' };
  const address = `${url}/api/files?purpose=verification&name=a.png`;
  const response = await fetch(address, { method: 'POST', headers, body: content });
  storeCookies(browser, response);
  const text = await response.text();
  if (response.ok) return (JSON.parse(text) as { id: string }).id;
  if (response.status < 500) return 'full';
  throw new Error(text);
}

/** The server stores a picture without what its file says besides. */
const pixelsOf = async (picture: Buffer): Promise<string> =>
  createHash('sha256')
    .update(await sharp(picture).raw().toBuffer())
    .digest('hex');

async function newPicture(): Promise<Buffer<ArrayBuffer>> {
  const [width, height] = [40, 30];
  const raw = { width, height, channels: 3 } as const;
  return Buffer.from(
    await sharp(randomBytes(width * height * 3), { raw })
      .png()
      .toBuffer(),
  );
}
