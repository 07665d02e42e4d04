import { sql } from '#server/platform/db/sql.ts';
import { connectTo } from '../external-services/connect.ts';
import { controlName, startYente } from '../external-services/stand-ins.ts';
import type { Session, TestServer } from '../server.ts';

/** Lists by the stand-in, and the people on them. */
export async function openLists(server: TestServer) {
  const lists = await startYente({ silenceMs: 200, indexedAt: () => server.clock.now() });
  const connect = () =>
    connectTo(server, {
      port: 'screening',
      adapter: 'yente',
      settings: {
        address: lists.url,
        dataset: 'default',
        algorithm: 'logic-v2',
        threshold_percent: 70,
        control_name: controlName,
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
