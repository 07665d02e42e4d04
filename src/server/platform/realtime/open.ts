import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { OperatorSettings } from '../settings.ts';
import type { Log } from '../monitoring/log.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { memoryBus, type Bus } from './buses/bus.ts';
import { openEmbedded, type Embedded } from './embedded.ts';
import { openHosted } from './hosted.ts';
import { serveHttpApi } from './http-api.ts';
import { limits } from './limits.ts';
import { postgresBus } from './buses/postgres.ts';
import { openRealtime, type Realtime } from './realtime.ts';
import { redisBus } from './buses/redis.ts';
import { admitToChannels } from './routes.ts';

interface World {
  config: Config;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  outbox: Outbox;
  http: FastifyInstance;
  settings: Pick<OperatorSettings, 'isOpen'>;
}

/** Opens realtime as the settings have it, and returns the function that adds its endpoints once the app exists. */
export function openRealtimeOf(world: World): { realtime: Realtime; serve: (app: App) => void } {
  const { config, outbox } = world;
  const { credentials, provider } = config.realtime;
  if (provider) {
    const realtime = openRealtime(openHosted({ ...credentials, ...provider }), outbox, world.log);
    return { realtime, serve: (app) => admitToChannels(app, credentials, true) };
  }
  const bus = busOf(config, world.log);
  const embedded = openEmbedded({ ...world, credentials, bus, admits: world.settings.isOpen });
  return {
    realtime: openRealtime(embedded, outbox, world.log),
    serve: (app) => {
      admitToChannels(app, credentials, false);
      serveHttpApi(world.http, embedded, credentials, bus.name === 'postgres' ? limits.carriedBytes : limits.dataBytes);
      runWith(world.http, embedded);
    },
  };
}

/** Several instances share an external database, and notify one another through it unless there is a Redis. */
function busOf({ redisUrl, databaseUrl }: Config, log: Log): Bus {
  if (redisUrl) return redisBus(redisUrl, log);
  return databaseUrl ? postgresBus(databaseUrl, log) : memoryBus;
}

function runWith(http: FastifyInstance, embedded: Embedded): void {
  embedded.engine.serve(http.server);
  http.addHook('onListen', async () => embedded.start());
  http.addHook('preClose', () => embedded.stop());
}
