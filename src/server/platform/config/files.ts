import { readFileSync } from 'node:fs';
import { wrongSettings } from './wrong-settings.ts';

/** Settings that are secrets or hold one. Each may be given as a file instead, whose path is in NAME_FILE. */
export const secretSettings = [
  'APP_SECRET',
  'APP_SECRET_FORMER',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'REDIS_URL',
  'NATS_URL',
  'NATS_CREDENTIALS',
  'METRICS_TOKEN',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'BACKUP_S3_ACCESS_KEY',
  'BACKUP_S3_SECRET_KEY',
  'PUSH_PRIVATE_KEY',
  'PUSHER_APP_SECRET',
  'TRADING_PLATFORM_SECRET',
  'MARKET_FEED_HEADERS',
  'ECONOMY_FEED_HEADERS',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'SENTRY_DSN',
] as const;

type Settings = Record<string, string | undefined>;

/**
 * The settings with what their files hold, without the line feed at the end. A secret in a file is in no list of
 * processes and in no environment that a child inherits; containers hand secrets out in this way.
 * @throws Error that names a file that cannot be read, and a setting that is given twice
 */
export function withSecretFiles(env: Settings): Settings {
  const wrong: string[] = [];
  const found = secretSettings.flatMap((name): [string, string][] => {
    const path = env[`${name}_FILE`];
    if (!path) return [];
    if (env[name]) wrong.push(`${name}: is given twice, here and in ${name}_FILE`);
    try {
      return [[name, readFileSync(path, 'utf8').trimEnd()]];
    } catch {
      wrong.push(`${name}_FILE: names a file that cannot be read`);
      return [];
    }
  });
  if (wrong.length > 0) throw wrongSettings(...wrong);
  return { ...env, ...Object.fromEntries(found) };
}
