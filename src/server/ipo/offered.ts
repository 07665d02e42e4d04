import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import type { Api, EndpointName } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handle, type Call } from '#server/platform/http/handle.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';

type Action<Name extends EndpointName> = (call: Call<Api[Name]>) => Promise<ResponseBody<Api[Name]>>;

export const isOffered = ({ settings }: Pick<App, 'settings'>) => settings.value('features.ipo');

/** A call by which clients start something: it does not exist while the operator offers no IPOs. */
export function whileOffered<Name extends EndpointName>(app: App, name: Name, action: Action<Name>): void {
  handle(app, name, async (call) => {
    if (!isOffered(app)) throw notFound();
    return action(call);
  });
}

/** A call for clients with applications or shares: it stays available to them, whatever the operator offers others. */
export function forHolders<Name extends EndpointName>(app: App, name: Name, action: Action<Name>): void {
  handle(app, name, async (call) => {
    if (!isOffered(app) && !(await hasApplied(app, call.me))) throw notFound();
    return action(call);
  });
}

async function hasApplied({ db }: App, me: Person | null): Promise<boolean> {
  return me !== null && Boolean(await db.maybeOne(sql`select from ipo_application where client_id = ${me.id} limit 1`));
}
