import { sql } from '#server/platform/db/sql.ts';
import { connectionInUse } from '../connections/connections.ts';
import { controlName, startYente } from '../external-services/stand-ins.ts';
import type { Session, TestServer } from '../server.ts';

/** How many seconds the oldest item of a queue has waited, as monitoring has it. */
export async function waitedFor(server: TestServer, queue: string): Promise<number> {
  server.clock.advance(60_000);
  const { body } = await server.app.http.inject({ method: 'GET', url: '/metrics' });
  const line = body.split('\n').find((each) => each.startsWith(`atrium_work_waiting_seconds{queue="${queue}"}`));
  return Number(line?.split(' ').at(-1));
}

/** Lists by the stand-in, and the people on them. */
export async function openLists(server: TestServer) {
  const lists = await startYente({ silenceMs: 200, indexedAt: () => server.clock.now() });
  const connect = () =>
    connectionInUse(server, {
      port: 'screening',
      adapter: 'yente',
      value: {
        in_own_network: true,
        settings: {
          address: lists.url,
          dataset: 'default',
          algorithm: 'logic-v2',
          threshold_percent: 70,
          control_name: controlName,
        },
      },
    });
  /** One of the invented people: 0, 1, 5 are sanctioned, 2 is exposed, 4 is wanted. */
  const listed = (number: number) => {
    const entity = lists.entities[number + 1]!;
    const [first_name = '', second_name = ''] = entity.caption.split(' ');
    return { entity, first_name, second_name };
  };
  const compare = (job: 'screening.due' | 'screening.nightly' = 'screening.due') => server.app.jobs.run(job);
  /** A client whose new name is on a list. */
  const rename = async (client: Session, number: number) => {
    const { first_name, second_name } = listed(number);
    await server.db.run(sql`
      update person set first_name = ${first_name}, second_name = ${second_name} where id = ${client.user.id}`);
    await compare();
  };
  return { lists, connect, listed, compare, rename };
}
