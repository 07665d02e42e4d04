import type { ArticleDraft } from '#contract/articles/staff-endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readBody } from '../read-body.ts';

/** A draft text, as the verbs read it. */
export interface DraftRow extends Omit<ArticleDraft, 'body' | 'changed_at'> {
  body: unknown;
  changed_at: Date;
}

/** Of a draft `d`, with the text `t` that readers see and the person `p` who changed it last. */
export const draftColumns = sql`
  d.language, d.slug, d.title, d.summary, d.body, d.revision, d.changed_at, p.full_name as changed_by,
  case when t.revision is null then 'fresh' when t.revision = d.revision then 'live' else 'changed' end as status`;

export const draftSource = sql`
  article_draft d
  left join article_text t on t.article_id = d.article_id and t.language = d.language
  left join person p on p.id = d.changed_by`;

export const showDraft = (row: DraftRow): ArticleDraft => ({
  ...row,
  body: readBody(row.body),
  changed_at: row.changed_at.toISOString(),
});
