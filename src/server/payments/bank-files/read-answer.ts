import { createHash } from 'node:crypto';
import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import type { BankStatus } from '#contract/payments/bank-file-names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { hashed } from '#server/platform/files/handle-bytes.ts';
import { refuse } from '#server/platform/refusal.ts';
import { fileNumber, isExecuted, readFile } from './file-row.ts';
import { readAnswerFile, type Answer, type Said } from './pain002.ts';

const maxNamed = 100;

/** How far a status has come. The database has the same order, and refuses a step back. */
const ranks: Record<BankStatus, number> = {
  RCVD: 1,
  ACTC: 2,
  ACCP: 2,
  ACWC: 3,
  PDNG: 3,
  ACSP: 4,
  ACSC: 5,
  ACCC: 6,
  RJCT: 9,
};

interface Line {
  position: number;
  block: number;
  endToEndId: string;
  status: BankStatus | null;
  contradiction: string | null;
  isEnded: boolean;
}

interface Change {
  position: number;
  status: BankStatus | null;
  reason: string | null;
  detail: string | null;
  contradiction: string | null;
}

/** Who read a report, or answers for the connection that brought it: then it is about files that went there. */
interface ReadBy {
  id: string;
  connection?: { id: string; name: string };
}

/**
 * Stores what the bank says of a file's lines. A job moves the money accordingly, so that a crash in between loses
 * nothing. The same report again changes nothing.
 * @throws Refusal as `payments.read_answer` lists them
 */
export async function readAnswer(
  app: App,
  { id: meId, connection }: ReadBy,
  content: AsyncIterable<Buffer>,
): Promise<ResponseBody<Api['payments.read_answer']>> {
  const hash = createHash('sha256');
  const answer = await readAnswerFile(hashed(content, hash));
  const sha256 = hash.digest();
  const { id, changed, unknown } = await app.db.tx(async (tx) => {
    const file = await tx.maybeOne<{ id: string; number: bigint }>(sql`
      select id, number from payout_file where message_id = ${answer.fileMessageId} and released_at is not null
        and not exists (
          select from payout_file_delivery d where d.file_id = payout_file.id and d.connection_id <> ${connection?.id ?? null}::uuid)
      for update`);
    if (!file) throw refuse('payments.answer_unknown');
    const lines = await readLines(tx, file.id);
    const known = new Set(lines.map(({ endToEndId }) => endToEndId));
    const strangers = [...answer.lines.keys()].filter((reference) => !known.has(reference));
    const changes = lines.flatMap((line) => changeOf(line, saidOf(answer, line)));
    const added = await tx.run(sql`
      insert into payout_file_answer (sha256, file_id, message_id, lines, unknown, received_by, received_at)
      values (${sha256}, ${file.id}, ${answer.messageId.slice(0, 35)}, ${changes.length}, ${strangers.length}, ${meId}, ${app.clock.now()})
      on conflict do nothing`);
    if (added === 0) return { id: file.id, changed: 0, unknown: strangers };
    await writeChanges(tx, file.id, changes, app.clock.now());
    await endDelivery(tx, file.id, app.clock.now());
    const details = {
      bank_file: fileNumber(file),
      changed: String(changes.length),
      ...(connection && { connection: connection.name }),
    };
    await writeAudit(tx, app.clock, { actorId: meId, action: 'payments.read_answer', details });
    return { id: file.id, changed: changes.length, unknown: strangers };
  });
  return { file: await readFile(app.db, id), changed, unknown: unknown.slice(0, maxNamed) };
}

/** The bank has the file, also where staff uploaded it by hand: it is neither looked for nor put there any more. */
export const endDelivery = (tx: Tx, fileId: string, at: Date) =>
  tx.run(sql`
    update payout_file_delivery set state = 'done', done_at = ${at}, failure = null
    where file_id = ${fileId} and state in ('waiting', 'sending')`);

/** Once two people have agreed that a file counts as not paid, its lines end one after the other. */
const readLines = (tx: Tx, fileId: string) =>
  tx.rows<Line>(sql`
    select l.position, l.block, l.end_to_end_id as "endToEndId", l.status, l.contradiction,
           l.ended_at is not null or f.ended_at is not null and not coalesce(${isExecuted}, false) as "isEnded"
    from payout_file_line l join payout_file f on f.id = l.file_id where l.file_id = ${fileId} order by l.position for update of l`);

/** What counts for a line: what is said of itself, else of its part, else of the whole file. */
function saidOf({ fileMessageId, file, blocks, lines }: Answer, { endToEndId, block }: Line): Said | undefined {
  const all = [lines.get(endToEndId), blocks.get(`${fileMessageId}-${block}`), file];
  return all.find((said) => said?.status && said.status !== 'PART');
}

/** The bank refuses a repetition (ISO 20022, duplicate file, order or payment). What becomes of the first one is not said. */
const repetitions: ReadonlySet<string | null> = new Set(['DU01', 'DU02', 'DU04']);

function changeOf(line: Line, said: Said | undefined): Change[] {
  const status = said?.status;
  if (!said || !status || status === 'PART' || (status === 'RJCT' && repetitions.has(said.reason))) return [];
  const { position, contradiction } = line;
  const { reason, detail } = said;
  const before = line.status === null ? 0 : ranks[line.status];
  // It was paid and is rejected, or it counts as not paid and is paid: a person has to ask the bank.
  const isAgainst =
    status === 'RJCT'
      ? before >= ranks.ACSP && before < ranks.RJCT
      : ranks[status] >= ranks.ACSP && (line.isEnded || line.status === 'RJCT');
  if (isAgainst)
    return contradiction === null ? [{ position, status: line.status, reason, detail, contradiction: status }] : [];
  if (line.isEnded || ranks[status] <= before) return [];
  return [{ position, status, reason, detail, contradiction }];
}

async function writeChanges(tx: Tx, fileId: string, changes: readonly Change[], at: Date): Promise<void> {
  const column = <T>(pick: (change: Change) => T) => changes.map(pick);
  await tx.run(sql`
    update payout_file_line l
    set status = n.status, reason = n.reason, detail = n.detail, contradiction = n.contradiction, answered_at = ${at}
    from unnest(${column(({ position }) => position)}::int[], ${column(({ status }) => status)}::text[],
                ${column(({ reason }) => reason)}::text[], ${column(({ detail }) => detail)}::text[],
                ${column(({ contradiction }) => contradiction)}::text[]) n (position, status, reason, detail, contradiction)
    where l.file_id = ${fileId} and l.position = n.position`);
}
