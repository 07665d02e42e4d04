import { useEffect, useRef } from 'react';
import { freshReadsCookie, showSessionAgain, stored } from '#contract/kernel/constants.ts';
import type { Recent } from '#contract/kernel/realtime.ts';
import type { Channel, Line } from './socket.ts';
import { createStore } from '../store.ts';
import { readCookie, writeCookieFor } from '../session/browser-storage.ts';
import { endBeforeLeaving } from '../session/own-session.ts';
import { windowConfig } from '../window-config.ts';

/** The state of this tab's socket. `off` until a component listens; `lost` while it tries to come back. */
type LineState = 'off' | 'connecting' | 'connected' | 'lost';

/** What a screen does with what it receives. */
export interface Listener {
  /** By the event's name. `from` is the person, where the server says who it was. */
  events: Record<string, (data: unknown, from: string | undefined) => void>;
  /**
   * In, or in again, or something may have been missed: time to fetch what came after what is there.
   * @param recent where the server knows what a person's own channel carried just before
   */
  joined?: (recent?: Recent) => void;
}

interface Joined {
  listeners: Set<Listener>;
  channel?: Channel;
  isIn: boolean;
  refusals: number;
  /** Until it is requested again, and until a channel without listeners is left. */
  retry?: ReturnType<typeof setTimeout>;
  leaving?: ReturnType<typeof setTimeout>;
}

const longestPauseMs = 60_000;
/** A screen that goes and one that comes often listen to the same. */
const lingerMs = 2000;
const gapSpreadMs = 1000;
/**
 * After so long in the background the page may have slept through something, with a socket that does not know it yet.
 */
const awayMs = 30_000;

const state = createStore<LineState>('off');
const channels = new Map<string, Joined>();
/** The socket was closed only to show its session again, so that nothing but a moment was missed. */
let isReadmission = false;
/** A page in the background still has to catch up with such a moment. */
let owesCatchUp = false;
let opened: { line: Promise<Line>; token: string | undefined } | undefined;

export const isConnected = (): boolean => state.get() === 'connected';
export const watchLine = state.subscribe;

/** The socket, opened on first use; another person's is closed first. */
function lineOf(): Promise<Line> {
  const token = readCookie(stored.token);
  if (opened?.token !== token) close();
  if (opened) return opened.line;
  const fresh = { line: open(), token };
  opened = fresh;
  // What could not be loaded is loaded the next time.
  fresh.line.catch(() => opened === fresh && close());
  return fresh.line;
}

/** The library loads when it is needed, never with the first screen. */
async function open(): Promise<Line> {
  state.set('connecting');
  const { openLine } = await import('./socket.ts');
  const line = openLine();
  const own = opened;
  let dismissals = 0;
  let closedBy: number | undefined;
  line.connection.bind('error', (error: { data?: { code?: number } } | null) => (closedBy = error?.data?.code));
  line.connection.bind('state_change', ({ current }: { current: string }) => {
    if (isConnected()) isReadmission = closedBy === showSessionAgain;
    closedBy = undefined;
    if (current === 'connected') {
      dismissals = 0;
      state.set('connected');
    } else if (isConnected() || current !== 'connecting') state.set('lost');
    if (current !== 'connected') for (const joined of channels.values()) joined.isIn = false;
    // Closed for good, as the library sees it; a session may still be valid, or a server have changed its mind.
    if (current === 'disconnected') setTimeout(() => own === opened && line.connect(), pauseMs((dismissals += 1)));
  });
  return line;
}

function close(): void {
  const gone = opened;
  opened = undefined;
  state.set('off');
  const shut = (line: Line) => {
    line.connection.unbind('error');
    line.connection.unbind('state_change');
    line.disconnect();
  };
  gone?.line.then(shut).catch(() => undefined);
}

/**
 * Before the session ends: the server would close the socket of an ended one, and the channels would be requested again
 * without it. The screens that listen are left with the session.
 */
function hangUp(): void {
  for (const joined of channels.values()) {
    clearTimeout(joined.retry);
    clearTimeout(joined.leaving);
    joined.channel?.unbind();
  }
  channels.clear();
  close();
}
endBeforeLeaving(hangUp);

/** @returns the function that ends it */
export function listen(name: string, listener: Listener): () => void {
  const joined = channels.get(name) ?? { listeners: new Set(), isIn: false, refusals: 0 };
  clearTimeout(joined.leaving);
  joined.listeners.add(listener);
  if (!channels.has(name)) {
    channels.set(name, joined);
    void join(name, joined);
  } else if (joined.isIn) listener.joined?.();
  return () => {
    joined.listeners.delete(listener);
    if (joined.listeners.size > 0 || channels.get(name) !== joined) return;
    const isSignedOut = readCookie(stored.token) !== opened?.token;
    clearTimeout(joined.leaving);
    joined.leaving = setTimeout(() => leave(name, joined), isSignedOut ? 0 : lingerMs);
  };
}

async function join(name: string, joined: Joined): Promise<void> {
  try {
    const line = await lineOf();
    if (channels.get(name) !== joined) return;
    const channel = line.subscribe(name);
    joined.channel = channel;
    channel.bind('pusher:subscription_succeeded', (recent?: Partial<Recent>) => {
      joined.isIn = true;
      joined.refusals = 0;
      // Otherwise a page in the background would fetch every few minutes and so keep its session from ever ending
      // unused.
      if (isReadmission && document.hidden) owesCatchUp = true;
      else for (const { joined: send } of joined.listeners) send?.(recent?.ago_ms ? (recent as Recent) : undefined);
    });
    channel.bind('pusher:subscription_error', () => comeAgain(name, joined));
    channel.bind_global((event: string, data: unknown, from?: { user_id?: string }) => {
      // Before what is fetched because of it. Prices come by themselves.
      if (event !== 'quotes') askForFresh();
      if (event === 'realtime.gap') return catchUp(joined);
      for (const { events } of joined.listeners) events[event]?.(data, from?.user_id);
    });
  } catch (error) {
    console.error('Error opening the line', error);
    comeAgain(name, joined);
  }
}

/** What is fetched after a notice, or in place of one that was missed, has to show it, also where a standby serves reads. */
function askForFresh(): void {
  if (windowConfig.freshForS) writeCookieFor(freshReadsCookie, '1', windowConfig.freshForS);
}

/** Longer each time, up to a minute, and with a random part. */
const pauseMs = (times: number) => Math.min(longestPauseMs, 500 * 2 ** times) * (0.5 + Math.random());

/** The library gives a refused channel up for good; a session may have been renewed, or a server come back, since. */
function comeAgain(name: string, joined: Joined): void {
  joined.refusals += 1;
  joined.isIn = false;
  clearTimeout(joined.retry);
  joined.retry = setTimeout(() => {
    if (channels.get(name) !== joined) return;
    void part(name, joined).then(() => join(name, joined));
  }, pauseMs(joined.refusals));
}

let leftAt = performance.now();
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leftAt = performance.now();
  else if (owesCatchUp || performance.now() - leftAt > awayMs) {
    owesCatchUp = false;
    for (const joined of channels.values()) if (joined.isIn) catchUp(joined);
  }
});

function catchUp({ listeners }: Joined): void {
  setTimeout(() => {
    askForFresh();
    for (const { joined: send } of listeners) send?.();
  }, Math.random() * gapSpreadMs);
}

async function part(name: string, joined: Joined): Promise<void> {
  joined.channel?.unbind();
  if (joined.channel) (await opened?.line)?.unsubscribe(name);
  delete joined.channel;
}

function leave(name: string, joined: Joined): void {
  if (joined.listeners.size > 0) return;
  clearTimeout(joined.retry);
  channels.delete(name);
  joined.channel?.unbind();
  const isLast = channels.size === 0;
  if (isLast) close();
  else opened?.line.then((line) => line.unsubscribe(name)).catch(() => undefined);
}

/** Sends a message to the others in a channel that may get lost, such as that one is typing. */
function whisper(name: string, event: string, data: object): void {
  const joined = channels.get(name);
  if (joined?.isIn && isConnected()) joined.channel?.trigger(`client-${event}`, data);
}

/**
 * Listens to a channel for as long as the component stands; null listens to none.
 * What others whisper arrives as `client-…`.
 */
export function useChannel(name: string | null, listener: Listener): { whisper(event: string, data: object): void } {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  const names = Object.keys(listener.events).join(' ');
  useEffect(() => {
    if (name === null) return undefined;
    const events = names
      .split(' ')
      .map((event) => [event, (data: unknown, from: string | undefined) => latest.current.events[event]?.(data, from)]);
    return listen(name, {
      events: Object.fromEntries(events) as Listener['events'],
      joined: (recent) => latest.current.joined?.(recent),
    });
  }, [name, names]);
  return { whisper: (event, data) => name !== null && whisper(name, event, data) };
}
