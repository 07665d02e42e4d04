import type { ArticleBlock } from '#contract/articles/body.ts';
import type { ArticleCategory } from '#contract/articles/names.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import ar from './demo/ar.json' with { type: 'json' };
import cs from './demo/cs.json' with { type: 'json' };
import de from './demo/de.json' with { type: 'json' };
import en from './demo/en.json' with { type: 'json' };
import es from './demo/es.json' with { type: 'json' };
import fi from './demo/fi.json' with { type: 'json' };
import fr from './demo/fr.json' with { type: 'json' };
import hu from './demo/hu.json' with { type: 'json' };
import it from './demo/it.json' with { type: 'json' };
import no from './demo/no.json' with { type: 'json' };
import pl from './demo/pl.json' with { type: 'json' };
import ro from './demo/ro.json' with { type: 'json' };
import ru from './demo/ru.json' with { type: 'json' };
import tr from './demo/tr.json' with { type: 'json' };
import { wordsOf } from './read-body.ts';
import { searchable } from './search.ts';

/** A string is a paragraph of plain text. */
type Text = { title: string; summary: string; body: (string | ArticleBlock)[] };

const texts: Record<Language, Record<keyof typeof en, unknown>> = {
  ar,
  cs,
  de,
  en,
  es,
  fi,
  fr,
  hu,
  it,
  no,
  pl,
  ro,
  ru,
  tr,
};

const articles: { slug: keyof typeof en; category: ArticleCategory; ageDays: number }[] = [
  { slug: 'how-to-read-the-week-ahead', category: 'market', ageDays: 1 },
  { slug: 'how-an-ipo-allotment-works', category: 'education', ageDays: 3 },
  { slug: 'how-withdrawals-are-checked', category: 'company', ageDays: 8 },
  { slug: 'reading-your-margin-level', category: 'education', ageDays: 15 },
  { slug: 'what-a-lock-up-means', category: 'education', ageDays: 24 },
  { slug: 'what-diversification-can-do', category: 'education', ageDays: 40 },
];

const dayMs = 86_400_000;

/** Publishes the demo broker's articles, dated back from now; existing ones stay as they are. */
export async function seedArticles(app: App): Promise<void> {
  const now = app.clock.now();
  await app.db.tx(async (tx) => {
    for (const { slug, category, ageDays } of articles) {
      const known = await tx.maybeOne(sql`select from article_draft where language = 'en' and slug = ${slug}`);
      if (known) continue;
      const id = newId();
      const at = new Date(now.getTime() - ageDays * dayMs);
      await tx.run(sql`
        insert into article (id, category, status, published_at, created_at)
        values (${id}, ${category}, 'published', ${at}, ${at})`);
      for (const [language, bySlug] of Object.entries(texts)) {
        await addText(tx, { id, language, slug, at }, bySlug[slug] as Text);
      }
    }
  });
}

interface Location {
  id: string;
  language: string;
  slug: string;
  at: Date;
}

async function addText(tx: Tx, { id, language, slug, at }: Location, text: Text): Promise<void> {
  const { title, summary } = text;
  const body = text.body.map((each): ArticleBlock =>
    typeof each === 'string' ? { kind: 'paragraph', text: [{ text: each }] } : each,
  );
  const stored = JSON.stringify(body);
  await tx.run(sql`
    insert into article_draft (article_id, language, slug, title, summary, body, revision, changed_at)
    values (${id}, ${language}, ${slug}, ${title}, ${summary}, ${stored}, 1, ${at})`);
  await tx.run(sql`
    insert into article_version (article_id, language, number, slug, title, summary, body, changed_at, published_at)
    values (${id}, ${language}, 1, ${slug}, ${title}, ${summary}, ${stored}, ${at}, ${at})`);
  await tx.run(sql`
    insert into article_text (article_id, language, slug, title, summary, body, revision, words)
    values (${id}, ${language}, ${slug}, ${title}, ${summary}, ${stored}, 1,
            article_words(${language}, ${searchable(title)}, ${searchable(`${summary}\n${wordsOf(body)}`)}))`);
}
