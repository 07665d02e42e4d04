import { tracedBelow } from './trace.ts';

interface Ended {
  failure: string | null;
  status?: number;
}

/**
 * A call to another server as a step: whom, and how it ended. Neither path nor query, which may hold tokens; and the other
 * side learns nothing of the trace.
 */
export const tracedCall = <Answer extends Ended>(
  method: string,
  address: string,
  action: () => Promise<Answer>,
): Promise<Answer> =>
  tracedBelow(
    () => {
      const { hostname, port, protocol } = URL.parse(address) ?? { hostname: '', port: '', protocol: '' };
      const attributes = {
        'http.request.method': method,
        'server.address': hostname,
        'server.port': port === '' ? undefined : Number(port),
        'url.scheme': protocol.replace(':', ''),
      };
      return { name: `${method} ${hostname}`, kind: 'client', attributes };
    },
    async (span) => {
      const answer = await action();
      if (answer.failure !== null) span?.fail(answer.failure);
      else span?.set({ 'http.response.status_code': answer.status });
      if ((answer.status ?? 0) >= 400) span?.fail(String(answer.status));
      return answer;
    },
  );
