import type { z } from 'zod';
import type { PortName } from '#contract/connections/names.ts';
import type { Log } from '../monitoring/log.ts';
import type { GuardedFetch, Purpose } from './guarded-fetch.ts';
import type { GuardedSocket } from './guarded-socket.ts';
import type { EventsAbout } from './kept-events.ts';
import type { Ports } from './ports.ts';

/** A configured provider, as its adapter gets it. */
export interface Connection<Settings> {
  id: string;
  settings: Settings;
  /** By name, the newest first: two while one takes the place of the other, none of an optional one. */
  secrets: Readonly<Record<string, readonly string[]>>;
  /** The public address at which the provider calls us. */
  hookUrl: string;
}

/** The outside world of an adapter; it has no other. */
export interface Io {
  http: GuardedFetch;
  /** The same as `fetch`, for packages of providers that take one; a failure throws. */
  fetch(purpose: Purpose): typeof globalThis.fetch;
  /** For a protocol other than HTTP. */
  socket: GuardedSocket;
  /** Bodies of events as `hooks` kept them, for a provider that cannot be asked about a payment. */
  keptEvents(about: EventsAbout): Promise<Buffer[]>;
  now(): Date;
  random(bytes: number): Buffer;
  log: Log;
}

/**
 * How one provider fulfils a port. Its module declares its terms in the contract (`adapters` of `module.ts`, under the
 * same name) and adds it by `app.connections.add`.
 */
export interface Adapter<Port extends PortName, Settings extends z.ZodObject> {
  name: string;
  port: Port;
  /** Of exactly the settings of its terms. */
  settings: Settings;
  /** The hosts that it calls, besides those of addresses that the operator has entered. */
  hosts(settings: z.output<Settings>): readonly string[];
  /** Cheap, and without a call: it runs for every use. */
  open(connection: Connection<z.output<Settings>>, io: Io): Ports[Port];
}
