import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '#contract/auth/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { setBinding } from '#server/platform/http/security/binding-cookie.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { isGenuinePerson, type Witness } from '#server/platform/secrets/row-mac-check.ts';
import { readSessionKey } from '#server/platform/session/key.ts';
import {
  deviceOf,
  findSignedIn,
  openSession,
  revokeSessions,
  type OpenedSession,
} from '#server/platform/session/session.ts';
import { remember } from './new-device/known-devices.ts';
import { admitWithoutProvider, isSignInGenuine } from './single-sign-on/only.ts';
import { toUser } from './user.ts';

/** The request and reply of a call, which read the device and set the session's second half. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Refuses a frozen profile, which a new password unlocks, and a row that was changed without the program, which only
 * staff can review.
 * @returns the person's brand
 * @throws Refusal auth.under_review, auth.frozen
 */
export async function refuseFrozen(
  tx: Tx,
  app: Witness & Pick<App, 'settings'>,
  clientId: string,
): Promise<{ brand: string | null }> {
  const { brand, isFrozen } = await tx.one<{ brand: string | null; isFrozen: boolean }>(sql`
    select brand, frozen_at is not null as "isFrozen" from person where id = ${clientId} for share`);
  if (!(await isGenuinePerson(tx, app, clientId))) throw underReview(app, brand);
  if (isFrozen) throw refuse('auth.frozen');
  return { brand };
}

/**
 * A person signs in at the host of their brand alone: passkeys, links in emails and ways back from a provider lead there.
 * @throws Refusal auth.other_site
 */
function refuseElsewhere(
  { settings }: Pick<App, 'settings'>,
  here: Pick<FastifyRequest, 'brand'>,
  person: { brand: string | null },
): void {
  const own = settings.brand(person.brand);
  if (own.id !== here.brand.id) throw refuse('auth.other_site', { address: own.url });
}

function underReview({ settings }: Pick<App, 'settings'>, brand: string | null) {
  const { supportEmail } = settings.brand(brand);
  return refuse('auth.under_review', { contact: supportEmail ? 'known' : 'unknown', support: supportEmail ?? '' });
}

/**
 * The key that the browser registers with a sign-in, in its body or in the query of a GET; the contract defines its
 * form.
 */
function publicKeyOf({ body, query }: FastifyRequest): Buffer | undefined {
  const { session_key: given } = { ...(query as object), ...(body as object) } as { session_key?: string };
  if (given === undefined) return undefined;
  const key = Buffer.from(given, 'base64url');
  if (!readSessionKey(key)) throw refuseField('session_key', 'validation.type');
  return key;
}

/**
 * Opens a session in the caller's transaction; the browser's earlier session ends, so that none is left behind.
 * @throws Refusal auth.under_review, auth.frozen, auth.other_site, auth.sso_required
 */
export async function startSession(
  tx: Tx,
  app: App,
  exchange: Exchange,
  of: { clientId: string; remember: boolean; issuedBy?: string; staffSignInId?: string; isProven?: boolean },
): Promise<OpenedSession> {
  refuseElsewhere(app, exchange.request, await refuseFrozen(tx, app, of.clientId));
  if (of.staffSignInId === undefined) await admitWithoutProvider(tx, app, of.clientId);
  else if (!(await isSignInGenuine(tx, app, of.clientId, of.staffSignInId)))
    throw underReview(app, exchange.request.brand.id);
  const { request } = exchange;
  const { me } = request;
  if (me) {
    await revokeSessions(tx, app.clock, { clientId: me.id, only: me.sessionId });
    tx.afterCommit(() => app.realtime.readmit(me.id));
  }
  if (app.config.newDeviceCode && !of.issuedBy) await remember(tx, app, exchange, of.clientId);
  return openSession(tx, app, { ...of, device: deviceOf(request), publicKey: publicKeyOf(request) });
}

/** Sends both halves of an opened session, once its transaction has committed. */
export async function sendSession(
  app: App,
  { request, reply }: Exchange,
  session: OpenedSession,
): Promise<{ token: string; user: User }> {
  setBinding(request, reply, session.binding, session.maxAgeS);
  const { token: bearer, binding } = session;
  const { client } = await findSignedIn(app, { bearer, binding, device: deviceOf(request) });
  if (!client) throw new Error('a session that was just opened is not there');
  return { token: session.token, user: await toUser(app, client) };
}
