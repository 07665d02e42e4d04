import type { App } from '#server/platform/app.ts';
import type { Waiting } from '#server/platform/monitoring/waiting-work.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handleBytes } from '#server/platform/files/handle-bytes.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { bankS3 } from './channels/s3.ts';
import { bankSftp } from './channels/sftp.ts';
import { deliverFiles } from './deliver-files.ts';
import { listFiles } from './list-files.ts';
import { makeFile } from './make-file.ts';
import { readAnswer } from './read-answer.ts';
import { bankFileApproval, confirmFile, downloadFile, giveUpFile } from './release-file.ts';
import { settleBankFiles } from './settle-lines.ts';

/** Withdrawals that leave by a file for the bank. */
export function bankFileRoutes(app: App): void {
  handle(app, 'payments.bank_files', ({ body }) => listFiles(app, body));
  handle(app, 'payments.make_file', ({ me, body, key }) => makeFile(app, me, body, key));
  handle(app, 'payments.give_up_file', ({ me, body, key }) => giveUpFile(app, me, body, key));
  handle(app, 'payments.confirm_file', ({ me, body, key }) => confirmFile(app, me, body, key));
  handle(app, 'payments.download_file', async ({ me, params, reply }) =>
    sendFile(reply, await downloadFile(app, me, params.file_id)),
  );
  handleBytes(app, 'payments.read_answer', ({ me }, content) => readAnswer(app, me, content));
  app.approvalHandlers.add('payout_file', bankFileApproval(app));
  app.connections.add(bankSftp);
  app.connections.add(bankS3);
  app.waitingWork.add('bank_orders', () =>
    app.db.one<Waiting>(sql`
      select min(f.released_at) as since from payout_file_delivery d join payout_file f on f.id = d.file_id
      where d.state <> 'done' and f.ended_at is null and exists (
        select from payout_file_line l join payment p on p.id = l.payment_id
        where l.file_id = f.id and l.ended_at is null and p.state = 'ordered' and l.status is null)`),
  );
  app.jobs.every('payments.deliver', 5000, () => deliverFiles(app), 2400);
  app.jobs.every('payments.bank_files', 2000, () => settleBankFiles(app), 600);
}
