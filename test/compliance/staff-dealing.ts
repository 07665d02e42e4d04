import type { Request } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import { confirmAs, waitingFor } from './approvals.ts';
import type { Session, TestServer } from '../server.ts';

type Subject = Pick<Request<Api['staff.propose_dealing']>['body'], 'scope' | 'stock_id'>;

/** The date so many days ahead, in UTC. */
export const dayAhead = ({ clock }: TestServer, days: number): string =>
  new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** Proposes an exception as compliance does. */
export const proposeDealing = (server: TestServer, author: Session, whom: Session, of: Subject & { until?: string }) =>
  server.call('POST /api/staff/clients/dealing/propose', {
    as: author,
    body: {
      client_id: whom.user.id,
      until: dayAhead(server, 30),
      reason: 'A small account of long standing.',
      current_password: author.password,
      ...of,
    },
  });

/** Permits it as two of the staff do. */
export async function permitDealing(
  server: TestServer,
  [author, second]: readonly [Session, Session],
  whom: Session,
  of: Subject & { until?: string },
): Promise<void> {
  await proposeDealing(server, author, whom, of);
  const { status, refusal } = await confirmAs(server, second, await waitingFor(server, whom.user.id, 'staff_dealing'));
  if (status !== 200) throw new Error(JSON.stringify(refusal));
}
