import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ArticleBlock } from '#contract/articles/body.ts';
import { languages } from '#contract/kernel/languages.ts';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { seedArticles } from './demo-articles.ts';
import { wordsOf } from './read-body.ts';

/** The demo's articles are all translated, block for block, with the same links and figures. */
type Row = { slug: string; language: string; title: string; summary: string; body: ArticleBlock[] };

let server: TestServer;
let rows: Row[];
beforeAll(async () => {
  server = await startServer();
  await seedArticles(server.app);
  rows = await server.db.rows<Row>(sql`select slug, language, title, summary, body from article_text order by slug`);
});
afterAll(() => server.close());

const of = (language: string) => rows.filter((row) => row.language === language);

function shapeOf(block: ArticleBlock) {
  const links = [...JSON.stringify(block).matchAll(/"href":"([^"]*)"/g)].map(([, href]) => href);
  const level = block.kind === 'heading' ? block.level : null;
  const cells = block.kind === 'table' ? block.rows.map((row) => row.length) : null;
  return { kind: block.kind, links, level, cells };
}

/** 5,000, 5.000 and 5 000 are one figure, as are 2.2 and 2,2. */
const figuresOf = ({ body }: Row) => {
  const text = wordsOf(body).replaceAll(/(?<=\d)[.,\s](?=\d{3}(?!\d))/g, '');
  const found = [...text.matchAll(/\d+(?:[.,:]\d+)?/g)].map(([figure]) => figure.replace(',', '.'));
  return [...new Set(found)].toSorted();
};

const paragraphsOf = ({ title, summary, body }: Row) => [
  title,
  summary,
  ...body.map((block) => wordsOf([block])).filter((text) => text.length > 3),
];

it.each(languages.filter((language) => language !== 'en'))(
  '%s has the English articles in its own words',
  (language) => {
    const own = of(language);
    const english = of('en');
    expect(english).toHaveLength(6);
    const plan = (list: Row[]) =>
      list.map((row) => ({ slug: row.slug, blocks: row.body.map(shapeOf), figures: figuresOf(row) }));
    expect(plan(own)).toEqual(plan(english));
    const same = new Set(english.flatMap(paragraphsOf));
    expect(own.flatMap(paragraphsOf).filter((text) => same.has(text))).toEqual([]);
  },
);
