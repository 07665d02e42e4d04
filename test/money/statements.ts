import type { StatementLineInfo } from '#contract/reconciliation/statements.ts';
import type { ReconciliationRun } from '#contract/reconciliation/endpoints.ts';
import { sendBytes } from '../files/upload.ts';
import type { Session, TestServer } from '../server.ts';
import { asker } from './payments.ts';

/** A CSV as Atrium reads it without further words. */
export const csvOfLines = (rows: readonly string[]): string =>
  ['reference,amount,currency,date,payer', ...rows].join('\n');

/** Uploads a statement without waiting for its lines. */
export function uploaded(
  server: TestServer,
  as: Session,
  content: string | Buffer,
  query: Record<string, string> = {},
) {
  const search = new URLSearchParams({ method: 'bank_transfer', name: 'March', credit: 'exact', ...query });
  return sendBytes(
    server,
    as,
    `/api/staff/reconciliation/statements/upload?${search.toString()}`,
    Buffer.from(content),
  );
}

/** Uploads a statement and settles its lines. */
export async function settled(
  server: TestServer,
  as: Session,
  content: string | Buffer,
  query: Record<string, string> = {},
): Promise<{ run: ReconciliationRun; lines: StatementLineInfo[] }> {
  const response = await uploaded(server, as, content, query);
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  await server.app.jobs.run('reconciliation.lines');
  const { id } = response.body as ReconciliationRun;
  const { body } = await server.call('POST /api/staff/reconciliation/run', { as, body: { run_id: id } });
  return { run: body.run, lines: await linesOf(server, as, id) };
}

export async function linesOf(server: TestServer, as: Session, runId: string): Promise<StatementLineInfo[]> {
  const { body } = await asker(server)('POST /api/staff/reconciliation/statements/lines', as, { run_id: runId });
  return body.lines;
}
