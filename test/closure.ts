import { sql } from '#server/platform/db/sql.ts';
import type { Session, TestServer } from './server.ts';

const dayMs = 86_400_000;
const daysToThinkAgain = 14;

/** What a client does to close his account, what staff see of it, and the job that closes it. */
export function closingOn(server: () => TestServer) {
  return {
    look: (as: Session) => server().call('POST /api/settings/closing', { as, body: {} }),
    ask: (as: Session, body: object = {}) =>
      server().call('POST /api/settings/closing/ask', {
        as,
        body: { current_password: as.password, gives_up_remainders: true, ...body },
      }),
    keep: (as: Session) => server().call('POST /api/settings/closing/keep', { as, body: {} }),
    letDaysPass: () => server().clock.advance(daysToThinkAgain * dayMs),
    run: () => server().app.jobs.run('clients.close'),
    seenBy: (as: Session, { user }: Session) =>
      server().call('POST /api/staff/clients/closing', { as, body: { client_id: user.id } }),
    stateOf: async ({ user }: Session) => {
      const { state } = await server().db.one<{ state: string }>(sql`
        select coalesce((select outcome from account_closing where client_id = c.id order by asked_at desc limit 1), 'asked') as state
        from client c where id = ${user.id}`);
      return state;
    },
  };
}
