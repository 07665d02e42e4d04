import { sql } from '#server/platform/db/sql.ts';
import type { Session, TestServer } from '../server.ts';

const dayMs = 86_400_000;
const daysToThinkAgain = 14;

/** What a client does to close their account, what staff see of it, and the job that closes it. */
export function closingOn(server: () => TestServer) {
  return {
    look: (as: Session) => server().call('POST /api/settings/closure', { as, body: {} }),
    request: (as: Session, body: object = {}) =>
      server().call('POST /api/settings/closure/request', {
        as,
        body: { current_password: as.password, gives_up_remainders: true, ...body },
      }),
    store: (as: Session) => server().call('POST /api/settings/closure/cancel', { as, body: {} }),
    letDaysPass: () => server().clock.advance(daysToThinkAgain * dayMs),
    run: () => server().app.jobs.run('clients.close'),
    seenBy: (as: Session, { user }: Session) =>
      server().call('POST /api/staff/clients/closure', { as, body: { client_id: user.id } }),
    stateOf: async ({ user }: Session) => {
      const { state } = await server().db.one<{ state: string }>(sql`
        select coalesce((select outcome from account_closure where client_id = c.id order by requested_at desc limit 1), 'asked') as state
        from person c where id = ${user.id}`);
      return state;
    },
  };
}
