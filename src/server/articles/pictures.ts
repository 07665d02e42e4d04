import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { isRead } from './readers.ts';
import { visibleNow } from './visible.ts';

/**
 * Who sees a picture apart from the person who uploaded it, as a condition on the file `f`: readers of the text that
 * shows it now, and authors of articles where any text has it.
 */
export const picturesSeenBy = (app: App, me: Pick<Person, 'id' | 'roles'>): Sql =>
  me.roles.includes('admin')
    ? sql`exists (select from article_picture p where p.file_id = f.id)`
    : sql`exists (
        select from article_picture p
        join article a on a.id = p.article_id
        join article_text t on t.article_id = a.id
        where p.file_id = f.id and ${visibleNow(app)} and ${isRead(me)}
          and t.body @> jsonb_build_array(jsonb_build_object('kind', 'picture', 'file', f.id::text)))`;
