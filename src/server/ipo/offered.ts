import type { Answer } from '#contract/endpoint.ts';
import type { Api, EndpointName } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handle, type Call } from '#server/platform/http/handle.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';

type Act<Name extends EndpointName> = (call: Call<Api[Name]>) => Promise<Answer<Api[Name]>>;

export const isOffered = ({ house }: Pick<App, 'house'>) => house.value('features.ipo');

/** A call by which clients begin something: it does not exist while the house offers no IPOs. */
export function whileOffered<Name extends EndpointName>(app: App, name: Name, act: Act<Name>): void {
  handle(app, name, async (call) => {
    if (!isOffered(app)) throw notFound();
    return act(call);
  });
}

/** A call by which a client looks after what he has: it stays for him, whatever the house offers others. */
export function forHolders<Name extends EndpointName>(app: App, name: Name, act: Act<Name>): void {
  handle(app, name, async (call) => {
    if (!isOffered(app) && !(await hasApplied(app, call.me))) throw notFound();
    return act(call);
  });
}

async function hasApplied({ db }: App, me: Client | null): Promise<boolean> {
  return me !== null && Boolean(await db.maybeOne(sql`select from ipo_application where client_id = ${me.id} limit 1`));
}
