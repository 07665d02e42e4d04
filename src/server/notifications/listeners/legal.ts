import { defaultLanguage } from '#contract/kernel/languages.ts';
import type { LegalKind } from '#contract/legal/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notifierOf } from '../notify.ts';
import { day, words } from '../params.ts';

interface Announced {
  kind: LegalKind;
  on: string;
  requiresNewConsent: boolean;
  summary: string;
}

/** Announces the new version of a legal document, when it takes effect and what changes. */
export function legalListeners(app: App): void {
  notifierOf(app, 'legal.announced', async ({ clientId: to, versionId }) => {
    const { kind, on, requiresNewConsent, summary } = await app.db.one<Announced>(sql`
      select v.kind, v.effective_on::text as on, v.requires_new_consent as "requiresNewConsent", t.summary
      from legal_version v join person c on c.id = ${to}
      cross join lateral (
        select summary from legal_text each where each.version_id = v.id
        order by each.language = c.language desc, each.language = ${app.settings.value('brand.language')} desc,
                 each.language = ${defaultLanguage} desc, each.language limit 1
      ) t
      where v.id = ${versionId}`);
    return {
      to,
      kind: 'legal_announced',
      path: `/legal/${kind}`,
      params: {
        document: words(`legal.kind_${kind}`),
        on: day(on),
        needs: requiresNewConsent ? 'yes' : 'no',
        changes: summary,
      },
    };
  });
}
