import type { DocumentKind } from '#contract/verification-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Said } from '#server/platform/reasons/format-reason.ts';
import { tellOf } from './notify.ts';
import { day, reasonsOf, words } from './params.ts';

const path = '/settings/verification';

interface Refused {
  kind: DocumentKind;
  reasons: string[];
  said: Record<string, Said> | null;
}

/** Tells what becomes of a client's documents and of his level. */
export function verificationListeners(app: App): void {
  const { db } = app;
  tellOf(app, 'verification.level_changed', ({ clientId, from, to }) => ({
    to: clientId,
    kind: to > from ? 'level_risen' : 'level_fallen',
    path,
    params: { level: to, before: from },
  }));

  tellOf(app, 'clients.country_set', ({ clientId: to }) => ({ to, kind: 'country_set', path }));
  tellOf(app, 'clients.person_corrected', ({ clientId: to }) => ({ to, kind: 'person_corrected', path }));

  tellOf(app, 'verification.document_accepted', async ({ clientId, documentId, changesLevel }) => {
    if (changesLevel) return undefined;
    const { kind, comment } = await db.one<{ kind: DocumentKind; comment: string | null }>(sql`
      select kind, comment from verification_document where id = ${documentId}`);
    const params = { what: words(`verification.need_${kind}`), comment: comment ?? '' };
    return { to: clientId, kind: 'document_accepted', path, params };
  });

  tellOf(app, 'verification.document_refused', async ({ clientId, documentId }) => {
    const { kind, reasons, said } = await db.one<Refused>(sql`
      select kind, reasons, reasons_said(reasons) as said from verification_document where id = ${documentId}`);
    const kept = reasons.map((each) => ({ purpose: 'document' as const, kept: each, said: said?.[each] ?? null }));
    const params = { what: words(`verification.need_${kind}`), why: reasonsOf(...kept), advice: '' };
    return { to: clientId, kind: 'document_refused', path, params };
  });

  tellOf(app, 'verification.document_expiring', ({ clientId, expiresOn }) => ({
    to: clientId,
    kind: 'document_expiring',
    path,
    params: { day: day(expiresOn) },
  }));

  tellOf(app, 'verification.more_asked', async ({ clientId, requestId }) => {
    const { kind, comment } = await db.one<{ kind: DocumentKind; comment: string }>(sql`
      select kind, comment from verification_request where id = ${requestId}`);
    return {
      to: clientId,
      kind: 'document_asked',
      path,
      params: { what: words(`verification.need_${kind}`), comment },
    };
  });
}
