import type { FastifyRequest } from 'fastify';
import type { SecurityKind } from '#contract/staff/names.ts';
import type { Core } from '../core.ts';
import type { Clock } from '../clock.ts';
import { sql } from '../db/sql.ts';
import type { Db } from '../db/database.ts';
import { networkKey } from '../http/limits/network-key.ts';
import { newId } from '../id.ts';
import type { Refusal } from '../refusal.ts';
import { hashToken, type Secrets } from '../secrets/token.ts';

/** Which refusals go into the security log, by their code. Nothing that was typed is stored. */
const kindOf: Partial<Record<string, SecurityKind>> = {
  'auth.credentials': 'sign_in',
  'auth.frozen': 'sign_in',
  'auth.under_review': 'sign_in',
  'auth.sso_failed': 'sign_in',
  'auth.sso_over': 'sign_in',
  'auth.sso_required': 'sign_in',
  'auth.sso_role': 'sign_in',
  'auth.sso_unknown': 'sign_in',
  'auth.code': 'factor',
  'auth.passkey': 'factor',
  'auth.current_password': 'proof',
  'auth.locked': 'locked',
  'auth.elsewhere': 'access',
  'http.forbidden': 'access',
  'http.anti_forgery': 'access',
  'http.origin': 'access',
  'setup.link': 'access',
  'operator.address': 'access',
  'operator.scope': 'access',
};

const minuteMs = 60_000;
/** How often the notes are written. */
const writeEveryMs = 5000;
/** The most different rows a minute; further ones are counted without an address. */
const maxRows = 500;
/** The limit of one address, or network of IPv6: it must not take the capacity of all others. */
const maxRowsOfOne = 100;

/** The profile concerned: the signed-in person, or the one that the call names. */
type Whom = { id: string } | { email: string } | { challenge: string } | null;

interface Noted {
  kind: SecurityKind;
  code: string;
  endpoint: string;
  whom: Whom;
  address: string | null;
  device: string | null;
  minute: Date;
  lastAt: Date;
  times: number;
}

export interface SecurityLog {
  /** Counts a refusal, if its kind is recorded. Never waits, and never fails. */
  note(refusal: Refusal, request: FastifyRequest, whom?: { id: string }): void;
  /** Writes what was noted. */
  write(): Promise<void>;
}

/**
 * The log of refusals. It is collected in memory and written every few seconds, so that no sign-in waits for it; a
 * flood becomes counts in few rows.
 */
export function openSecurityLog({
  db,
  clock,
  log,
  config,
}: Pick<Core, 'db' | 'clock' | 'log' | 'config'>): SecurityLog {
  let noted = new Map<string, Noted>();
  let known = new Set<string>();
  let rowsOf = new Map<string, number>();
  let minute = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function count(one: Noted): void {
    if (minute !== one.minute.getTime()) [known, rowsOf, minute] = [new Set(), new Map(), one.minute.getTime()];
    const stored = truncated(one);
    const key = keyOf(stored);
    known.add(key);
    const before = noted.get(key);
    noted.set(key, { ...stored, device: before?.device ?? stored.device, times: (before?.times ?? 0) + 1 });
  }

  /** Exact where there is capacity; otherwise less exact. */
  function truncated(one: Noted): Noted {
    if (known.has(keyOf(one))) return one;
    const network = one.address && networkKey(one.address);
    const rows = network ? (rowsOf.get(network) ?? 0) : 0;
    if (network && rows < maxRowsOfOne && known.size < maxRows) {
      rowsOf.set(network, rows + 1);
      return one;
    }
    const ofNetwork = { ...one, whom: null, address: network, device: null };
    return rows >= maxRowsOfOne && (known.has(keyOf(ofNetwork)) || known.size < maxRows)
      ? ofNetwork
      : { ...ofNetwork, address: null };
  }

  /** One that cannot be written takes none with it. */
  async function writeNoted(): Promise<void> {
    const taken = noted;
    noted = new Map();
    for (const one of taken.values()) {
      await insert(db, config, one).catch((error: unknown) =>
        log.error({ err: error }, 'a line of the security log not written'),
      );
    }
  }

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeNoted);
    return writing;
  };

  return {
    note(refusal, request, whom) {
      const code = [refusal.code, ...codesOfFields(refusal)].find((each) => kindOf[each]);
      const kind = code && kindOf[code];
      if (!kind) return;
      const now = clock.now();
      count({
        kind: kind === 'factor' && namedIn(request) === null ? 'proof' : kind,
        code,
        endpoint: request.routeOptions.config.endpoint ?? 'none',
        whom: whom ?? whomOf(kind, request),
        address: request.ip,
        device: request.headers['user-agent']?.slice(0, 512) ?? null,
        minute: new Date(Math.floor(now.getTime() / minuteMs) * minuteMs),
        lastAt: now,
        times: 1,
      });
      timer ??= setTimeout(() => void write(), writeEveryMs).unref();
    },
    write,
  };
}

const codesOfFields = ({ fields }: Refusal): string[] =>
  Object.values(fields).flatMap((list) => list.map(({ code }) => code));

const keyOf = ({ kind, code, endpoint, whom, address, minute }: Noted) =>
  JSON.stringify([minute, kind, code, endpoint, whom, address]);

/** At a sign-in it is the profile that is named, whichever person is signed in to this browser. */
const whomOf = (kind: SecurityKind, request: FastifyRequest): Whom => {
  const own = request.me ? { id: request.me.id } : null;
  return kind === 'access' ? (own ?? namedIn(request)) : (namedIn(request) ?? own);
};

function namedIn({ body }: FastifyRequest): Whom {
  const { email, challenge } = (typeof body === 'object' && body ? body : {}) as Record<string, unknown>;
  if (typeof email === 'string') return { email: email.slice(0, 254) };
  return typeof challenge === 'string' ? { challenge: challenge.slice(0, 64) } : null;
}

/** Looked up when it is written, so that a refusal takes as long for an address that we know as for one that we do not. */
async function findWhom(db: Db, secrets: Secrets, whom: Whom): Promise<string | null> {
  if (!whom || 'id' in whom) return whom && whom.id;
  const found = await db.maybeOne<{ id: string }>(
    'email' in whom
      ? sql`select id from person where email = ${whom.email}`
      : sql`select person_id as id from sign_in_challenge where hash = ${hashToken(secrets, 'sign-in challenge', whom.challenge)}`,
  );
  return found?.id ?? null;
}

async function insert(db: Db, secrets: Secrets, { kind, code, endpoint, whom, ...one }: Noted): Promise<void> {
  await db.run(sql`
    insert into security_event (id, kind, code, endpoint, person_id, address, device, minute, last_at, times)
    values (${newId()}, ${kind}, ${code}, ${endpoint}, ${await findWhom(db, secrets, whom)}, ${one.address}, ${one.device},
            ${one.minute}, ${one.lastAt}, ${one.times})
    on conflict (minute, kind, code, endpoint, person_id, address) do update
    set times = security_event.times + excluded.times, last_at = greatest(security_event.last_at, excluded.last_at)`);
}

/** Deletes what is older than the retention period of the settings. */
export async function purgeSecurityLog(db: Db, clock: Clock, days: number): Promise<void> {
  await db.run(
    sql`delete from security_event where last_at < ${clock.now()}::timestamptz - make_interval(days => ${days})`,
  );
}
