import type { DocumentKind } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { ReasonTexts } from '#server/platform/reasons/format-reason.ts';
import { notifierOf } from '../notify.ts';
import { day, reasonsOf, words } from '../params.ts';

const path = '/settings/verification';

interface Refused {
  kind: DocumentKind;
  reasons: string[];
  reasonTexts: Record<string, ReasonTexts> | null;
}

/** Notifies clients of the review of their documents and of changes to their level. */
export function verificationListeners(app: App): void {
  const { db } = app;
  notifierOf(app, 'verification.level_changed', ({ clientId, from, to }) => ({
    to: clientId,
    kind: to > from ? 'level_risen' : 'level_fallen',
    path,
    params: { level: to, before: from },
  }));

  notifierOf(app, 'clients.country_set', ({ clientId: to }) => ({ to, kind: 'country_set', path }));
  notifierOf(app, 'clients.person_corrected', ({ clientId: to }) => ({ to, kind: 'person_corrected', path }));

  notifierOf(app, 'verification.document_accepted', async ({ clientId, documentId, changesLevel }) => {
    if (changesLevel) return undefined;
    const { kind, comment } = await db.one<{ kind: DocumentKind; comment: string | null }>(sql`
      select kind, comment from verification_document where id = ${documentId}`);
    const params = { what: words(`verification.need_${kind}`), comment: comment ?? '' };
    return { to: clientId, kind: 'document_accepted', path, params };
  });

  notifierOf(app, 'verification.document_rejected', async ({ clientId, documentId }) => {
    const { kind, reasons, reasonTexts } = await db.one<Refused>(sql`
      select kind, reasons, reasons_texts(reasons) as "reasonTexts" from verification_document where id = ${documentId}`);
    const versionedCode = reasons.map((each) => ({
      purpose: 'document' as const,
      versionedCode: each,
      reasonTexts: reasonTexts?.[each] ?? null,
    }));
    const params = { what: words(`verification.need_${kind}`), why: reasonsOf(...versionedCode), advice: '' };
    return { to: clientId, kind: 'document_rejected', path, params };
  });

  notifierOf(app, 'verification.document_expiring', ({ clientId, expiresOn }) => ({
    to: clientId,
    kind: 'document_expiring',
    path,
    params: { day: day(expiresOn) },
  }));

  notifierOf(app, 'verification.document_requested', async ({ clientId, requestId }) => {
    const { kind, comment } = await db.one<{ kind: DocumentKind; comment: string }>(sql`
      select kind, comment from verification_request where id = ${requestId}`);
    return {
      to: clientId,
      kind: 'document_requested',
      path,
      params: { what: words(`verification.need_${kind}`), comment },
    };
  });
}
