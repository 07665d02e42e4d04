import type { KindOf } from '#contract/notifications/kinds.ts';
import { waitingStates, type ApplicationState } from '#contract/ipo/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { ReasonTexts } from '#server/platform/reasons/format-reason.ts';
import { notifierOf } from '../notify.ts';
import { amount, instant, reasonsOf, words, type Params } from '../params.ts';

interface Application {
  number: bigint;
  mode: 'subscription' | 'direct';
  issuer: string;
  ticker: string;
  currency: string;
  quantity: number;
  allotted: number | null;
  heldMinor: bigint;
  costMinor: bigint | null;
  feeMinor: bigint | null;
  releasedMinor: bigint | null;
  finalPriceMinor: bigint | null;
  confirmUntil: Date | null;
  reason: string | null;
  reasonTexts: ReasonTexts | null;
}

/** The states that a client is notified of. The client's own actions and the steps in between are not among them. */
const kinds: Partial<Record<ApplicationState, KindOf<'ipo.application_changed'>>> = {
  submitted: 'ipo_applied',
  reconfirm_required: 'ipo_reconfirm',
  settled: 'ipo_allotted',
  not_allotted: 'ipo_not_allotted',
  tradable: 'ipo_tradable',
  cancelled: 'ipo_ended',
  rejected: 'ipo_ended',
  expired: 'ipo_ended',
};

/** Notifies clients of what becomes of their applications, with the figures at the time of delivery. */
export function ipoListeners(app: App): void {
  supplementListener(app);
  pauseListener(app);
  notifierOf(app, 'ipo.application_changed', async ({ clientId, applicationId, state }) => {
    const kind = kinds[state];
    if (!kind) return undefined;
    const application = await app.db.maybeOne<Application>(sql`
      select a.number, o.mode, o.issuer, o.ticker, a.currency, a.quantity, a.allotted_quantity as allotted, a.held_minor as "heldMinor",
             a.cost_minor as "costMinor", a.fee_minor as "feeMinor", a.released_minor as "releasedMinor",
             o.final_price_minor as "finalPriceMinor", a.confirm_until as "confirmUntil", a.reason,
             reason_texts(a.reason) as "reasonTexts"
      from ipo_application a join ipo_offering o on o.id = a.offering_id
      where a.id = ${applicationId} and a.client_id = ${clientId}`);
    if (!application || !isNews(state, application)) return undefined;
    return { to: clientId, kind, path: `/ipo/my-ipo/${applicationId}`, params: paramsOf(application) };
  });
}

interface Supplemented {
  number: bigint;
  issuer: string;
  ticker: string;
  currency: string;
  heldMinor: bigint;
  cancelUntil: Date;
}

/** Notifies each client with a pending application of a supplement, and of the deadline to cancel. */
function supplementListener(app: App): void {
  notifierOf(app, 'ipo.supplement_published', async ({ clientId, applicationId, offeringId, version }) => {
    const of = await app.db.maybeOne<Supplemented>(sql`
      select a.number, o.issuer, o.ticker, a.currency, a.held_minor as "heldMinor", o.cancel_until as "cancelUntil"
      from ipo_application a join ipo_offering o on o.id = a.offering_id
      where a.id = ${applicationId} and a.client_id = ${clientId} and o.id = ${offeringId}
        and a.state = any(${waitingStates}::text[]) and o.cancel_until > ${app.clock.now()}`);
    if (!of) return undefined;
    const { issuer, ticker, currency } = of;
    return {
      to: clientId,
      kind: 'ipo_supplement',
      path: `/ipo/my-ipo/${applicationId}`,
      params: {
        number: `A-${of.number}`,
        version,
        offering: words('ipo.issuer_named', { issuer, ticker }),
        held: amount(of.heldMinor, currency),
        until: instant(of.cancelUntil),
      },
      about: offeringId,
    };
  });
}

interface Paused {
  number: bigint;
  issuer: string;
  ticker: string;
  currency: string;
  heldMinor: bigint;
  closesAt: Date;
}

/** Notifies each client with a pending application that its offering is postponed or resumes. */
function pauseListener(app: App): void {
  notifierOf(app, 'ipo.offering_paused', async ({ clientId, applicationId, isPaused }) => {
    const of = await app.db.maybeOne<Paused>(sql`
      select a.number, o.issuer, o.ticker, a.currency, a.held_minor as "heldMinor", o.closes_at as "closesAt"
      from ipo_application a join ipo_offering o on o.id = a.offering_id
      where a.id = ${applicationId} and a.client_id = ${clientId} and a.state = any(${waitingStates}::text[])
        and (o.state = 'postponed') = ${isPaused}`);
    if (!of) return undefined;
    const { issuer, ticker, currency, closesAt } = of;
    return {
      to: clientId,
      kind: isPaused ? 'ipo_postponed' : 'ipo_resumed',
      path: `/ipo/my-ipo/${applicationId}`,
      params: {
        number: `A-${of.number}`,
        offering: words('ipo.issuer_named', { issuer, ticker }),
        held: amount(of.heldMinor, currency),
        book: closesAt > app.clock.now() ? 'open' : 'closed',
        closes: instant(closesAt),
      },
    };
  });
}

/** A purchase at a fixed price is announced once; a client's own cancellation is not announced. */
function isNews(state: ApplicationState, { mode, reason }: Application): boolean {
  if (state === 'submitted') return mode === 'subscription';
  return state !== 'cancelled' || reason !== 'requested_by_client';
}

function paramsOf(application: Application): Params {
  const {
    number,
    issuer,
    ticker,
    currency,
    quantity,
    allotted,
    costMinor,
    feeMinor,
    releasedMinor,
    reason,
    reasonTexts,
  } = application;
  const sum = (minor: bigint | null) => amount(minor ?? 0n, currency);
  return {
    number: `A-${number}`,
    offering: words('ipo.issuer_named', { issuer, ticker }),
    quantity,
    allotted: allotted ?? 0,
    held: sum(application.heldMinor),
    paid: sum((costMinor ?? 0n) + (feeMinor ?? 0n)),
    released: sum(releasedMinor),
    rest: releasedMinor ? 'some' : 'none',
    price: sum(application.finalPriceMinor),
    until: application.confirmUntil ? instant(application.confirmUntil) : '',
    why: reason === null ? '' : reasonsOf({ purpose: 'application', versionedCode: reason, reasonTexts: reasonTexts }),
  };
}
