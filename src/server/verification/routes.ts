import { proveNewPhone } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import type { Waiting } from '#server/platform/monitoring/waiting-work.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { saveProfileAnswers, declarePerson, saveDraft } from './declare.ts';
import { decideDocument } from './staff/decide.ts';
import { requestDocument, confirmPhone } from './staff/phone-and-requests.ts';
import { previewLevels } from './staff/preview-levels.ts';
import { listQueue, queueFile } from './staff/queue.ts';
import { readCase } from './staff/read-case.ts';
import { useImported } from './staff/use-imported.ts';
import { assignCase } from './staff/assign.ts';
import { expireDocuments } from './expire.ts';
import { followLevels } from './follow-levels.ts';
import { verificationData } from './own-data.ts';
import { documentReaders } from './readers.ts';
import { sendDocument } from './send-document.ts';
import { showVerification } from './show-verification.ts';
import { identityRoutes } from './identity/routes.ts';
import { phoneRoutes } from './phone/routes.ts';
import { publishVerificationEvents } from './webhooks.ts';

/** What clients prove about themselves, and what compliance makes of it. */
export function verificationRoutes(app: App): void {
  handle(app, 'verification.show', ({ me, request }) => showVerification(app, me.id, request.language));
  handle(app, 'verification.save_person', async ({ me, request, body }) => {
    const { current_password, code, passkey, ...person } = body;
    const takeProof = await proveNewPhone(app, me, person.phone, { current_password, code, passkey });
    await declarePerson(app, me, person, takeProof);
    return showVerification(app, me.id, request.language);
  });
  handle(app, 'verification.save_profile', async ({ me, request, body }) => {
    await saveProfileAnswers(app, me.id, body);
    return showVerification(app, me.id, request.language);
  });
  handle(app, 'verification.send_document', async ({ me, request, body, key }) => {
    await sendDocument(app, me.id, body, key);
    return showVerification(app, me.id, request.language);
  });
  handle(app, 'verification.save_draft', async ({ me, body }) => {
    await saveDraft(app, me.id, body);
    return { status: 'ok' } as const;
  });
  app.files.readableBy('verification', documentReaders);
  staffRoutes(app);
  phoneRoutes(app);
  identityRoutes(app);
  app.personalData.add('verification', verificationData);
  app.waitingWork.add('verification', () =>
    app.db.one<Waiting>(sql`select min(waiting_since) as since from verification_case where due_at is not null`),
  );
  app.jobs.every('verification.expire', 3_600_000, () => expireDocuments(app));
  app.jobs.every('verification.follow_levels', 60_000, () => followLevels(app));
  publishVerificationEvents(app);
}

function staffRoutes(app: App): void {
  handle(app, 'verification.preview_levels', ({ body }) => previewLevels(app, body.levels));
  handle(app, 'verification.queue', ({ me, body }) => listQueue(app, me, body));
  handle(app, 'verification.queue_file', async ({ me, query, reply }) =>
    sendFile(reply, await queueFile(app, me, query)),
  );
  handle(app, 'verification.case', ({ me, request, body }) => readCase(app, me, request.language, body.client_id));
  handle(app, 'verification.assign', ({ me, request, body, key }) =>
    assignCase(app, { me, language: request.language, key }, body),
  );
  handle(app, 'verification.decide', ({ me, request, body, key }) =>
    decideDocument(app, { me, language: request.language, key }, body),
  );
  handle(app, 'verification.confirm_phone', ({ me, request, body, key }) =>
    confirmPhone(app, { me, language: request.language, key }, body),
  );
  handle(app, 'verification.request_document', ({ me, request, body, key }) =>
    requestDocument(app, { me, language: request.language, key }, body),
  );
  handle(app, 'verification.use_imported', ({ me, request, body, key }) =>
    useImported(app, { me, language: request.language, key }, body),
  );
}
