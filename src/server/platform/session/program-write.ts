import type { EndpointName } from '#contract/api.ts';
import type { ApiKey } from '../secrets/api-key.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { runIdempotent, type IdempotentCall } from '../idempotency.ts';
import { actorOf, type Requester } from './actor.ts';

/** What a handler knows of a call by a program. */
interface ProgramCall {
  program: ApiKey;
  /** The program's name for this intent. */
  key: string;
  params?: object | undefined;
  body?: object | undefined;
}

/**
 * The call as its idempotency key is stored: below the administrator who answers for the key, apart for each key. So two
 * programs that number their calls alike do not meet.
 */
export const callByKey = (action: EndpointName, { program, key, params, body }: ProgramCall): IdempotentCall => ({
  ownerId: program.createdBy,
  key: `${program.id} ${key}`,
  action,
  body: { ...params, ...body },
});

/**
 * Runs the write of a program once, in one transaction: repeated under its key it changes nothing and leads to the same
 * result. The actor is the key, with its administrator.
 * @param run runs the command that staff call as well, and returns the id of its result
 * @throws Refusal `http.idempotency_mismatch`, and what `run` throws
 */
export function writeOnce(
  app: App,
  name: EndpointName,
  call: ProgramCall,
  run: (tx: Tx, by: Requester) => Promise<string>,
): Promise<string> {
  return app.db.tx((tx) => runIdempotent(app, tx, callByKey(name, call), () => run(tx, actorOf(call.program))));
}
