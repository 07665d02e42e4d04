import { waitingStates, type ApplicationReason, type ApplicationState } from '#contract/ipo-names.ts';
import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { moneyText } from '#server/platform/money-text.ts';
import type { Write } from './payment-listeners.ts';
import type { Contents, LetterName } from './send-letter.tsx';

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
  reason: ApplicationReason | null;
}

/** What a client is written about; what he did himself on the screen, and steps in between, need no letter. */
const letters: Partial<Record<ApplicationState, LetterName>> = {
  submitted: 'ipo_applied',
  reconfirm_required: 'ipo_reconfirm',
  settled: 'ipo_allotted',
  not_allotted: 'ipo_not_allotted',
  tradable: 'ipo_tradable',
  cancelled: 'ipo_ended',
  rejected: 'ipo_ended',
  expired: 'ipo_ended',
};

/** Mails what becomes of applications, with the figures as they are when the letter is written. */
export function ipoListeners(app: App, write: Write): void {
  const { outbox, db, text } = app;
  supplementListener(app, write);
  outbox.on('ipo.application_changed', async ({ clientId, applicationId, state }) => {
    const name = letters[state];
    if (!name) return;
    const application = await db.maybeOne<Application>(sql`
      select a.number, o.mode, o.issuer, o.ticker, a.currency, a.quantity, a.allotted_quantity as allotted, a.held_minor as "heldMinor",
             a.cost_minor as "costMinor", a.fee_minor as "feeMinor", a.released_minor as "releasedMinor",
             o.final_price_minor as "finalPriceMinor", a.confirm_until as "confirmUntil", a.reason
      from ipo_application a join ipo_offering o on o.id = a.offering_id
      where a.id = ${applicationId} and a.client_id = ${clientId}`);
    if (!application || !isNews(state, application)) return;
    await write(clientId, name, async (language) => ({
      path: `/ipo/my-ipo/${applicationId}`,
      params: paramsOf({ text }, language, application),
      family: 'ipo',
    }));
  });
}

interface Supplemented {
  number: bigint;
  issuer: string;
  ticker: string;
  currency: string;
  heldMinor: bigint;
  cancelUntil: Date;
  note: string;
}

/** Tells everybody whose application still waits of a supplement, and that he may cancel, until when. */
function supplementListener({ outbox, db, text, clock }: App, write: Write): void {
  outbox.on('ipo.supplement_published', async ({ clientId, applicationId, offeringId, version }) => {
    const of = await db.maybeOne<Supplemented>(sql`
      select a.number, o.issuer, o.ticker, a.currency, a.held_minor as "heldMinor", o.cancel_until as "cancelUntil", p.note
      from ipo_application a join ipo_offering o on o.id = a.offering_id
      join ipo_prospectus p on p.offering_id = o.id and p.version = ${version}
      where a.id = ${applicationId} and a.client_id = ${clientId} and o.id = ${offeringId}
        and a.state = any(${waitingStates}::text[]) and o.cancel_until > ${clock.now()}`);
    if (!of) return;
    const { issuer, ticker, currency } = of;
    await write(clientId, 'ipo_supplement', async (language) => ({
      path: `/ipo/my-ipo/${applicationId}`,
      params: {
        number: `A-${of.number}`,
        version,
        offering: text(language, 'ipo.issuer_named', { issuer, ticker }),
        held: moneyText(language, of.heldMinor, currency),
        until: of.cancelUntil,
      },
      quote: of.note,
      family: 'ipo',
    }));
  });
}

/** A purchase at a fixed price is told of once, and nobody is told of what he has cancelled himself. */
function isNews(state: ApplicationState, { mode, reason }: Application): boolean {
  if (state === 'submitted') return mode === 'subscription';
  return state !== 'cancelled' || reason !== 'asked_by_client';
}

function paramsOf(
  { text }: Pick<App, 'text'>,
  language: Language,
  application: Application,
): NonNullable<Contents['params']> {
  const { number, issuer, ticker, currency, quantity, allotted, costMinor, feeMinor, releasedMinor, reason } =
    application;
  const amount = (minor: bigint | null) => moneyText(language, minor ?? 0n, currency);
  return {
    number: `A-${number}`,
    offering: text(language, 'ipo.issuer_named', { issuer, ticker }),
    quantity,
    allotted: allotted ?? 0,
    held: amount(application.heldMinor),
    paid: amount((costMinor ?? 0n) + (feeMinor ?? 0n)),
    released: amount(releasedMinor),
    rest: releasedMinor ? 'some' : 'none',
    price: amount(application.finalPriceMinor),
    until: application.confirmUntil ?? '',
    why: reason === null ? '' : text(language, `ipo.reason_${reason}`),
  };
}
