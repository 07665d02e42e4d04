import { proofsPerPayment } from '#contract/kernel/file-rules.ts';
import type { StoredFile } from '#contract/kernel/files.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { fileColumns, showFile, type FileRow } from '#server/platform/files/file-row.ts';
import type { MayRead } from '#server/platform/files/files.ts';
import type { PaymentRow } from '../payment-row.ts';

/** What was sent to prove a payment, the earliest first. */
export async function readProofs(db: Queries, paymentId: string): Promise<StoredFile[]> {
  const rows = await db.rows<FileRow>(sql`
    select ${fileColumns} from payment_proof o join file f on f.id = o.file_id
    where o.payment_id = ${paymentId} order by o.position`);
  return rows.map(showFile);
}

/** How many more proofs a payment takes; none once it is decided, or when it needs none. */
export function proofsLeft({ kind, method, state }: PaymentRow, sent: number): number {
  const isOpen = state === 'awaiting_payment' || state === 'under_review';
  return kind === 'deposit' && method === 'bank_transfer' && isOpen ? proofsPerPayment - sent : 0;
}

/** Staff who see the queue see the proofs in it; until a file is sent, only its owner sees it. */
export const proofReaders: MayRead = ({ roles }) =>
  roles.some((role) => role === 'finance' || role === 'admin' || role === 'compliance')
    ? sql`exists (select from payment_proof o where o.file_id = f.id)`
    : undefined;
