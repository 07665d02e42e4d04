import type { Events } from '#contract/modules.ts';
import type { DocumentKind } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { ofClient } from '#server/platform/webhooks.ts';

/** What programs of the operator learn. */
export function publishVerificationEvents({ db, webhooks }: App): void {
  const document = async ({ clientId, documentId }: Events['verification.document_rejected']) => {
    const found = await db.one<{ kind: DocumentKind; reasons: string[] }>(
      sql`select kind, reasons from verification_document where id = ${documentId}`,
    );
    return { client_id: clientId, document_id: documentId, ...found };
  };
  webhooks.on('verification.level_changed', 'client.level_changed', ({ from, to, ...who }) => ({
    ...ofClient(who),
    from,
    to,
  }));
  webhooks.on('verification.document_accepted', 'document.accepted', document);
  webhooks.on('verification.document_rejected', 'document.rejected', document);
  webhooks.on('verification.document_expiring', 'document.expiring', async ({ expiresOn, ...of }) => ({
    ...(await document(of)),
    expires_on: expiresOn,
  }));
  webhooks.on('verification.document_requested', 'document.requested', async ({ requestId, ...who }) => {
    const { kind } = await db.one<{ kind: DocumentKind }>(
      sql`select kind from verification_request where id = ${requestId}`,
    );
    return { ...ofClient(who), kind };
  });
}
