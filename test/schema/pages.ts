import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** A column as the catalogue of the database describes it. */
interface Column {
  name: string;
  type: string;
  isRequired: boolean;
  default: string | null;
  comment: string | null;
}

/** A table or view, with what the pages say about it. */
interface Table {
  name: string;
  isView: boolean;
  comment: string | null;
  columns: Column[];
  /** Definitions of keys and checks, and of indexes that no key made. */
  constraints: string[];
  indexes: string[];
  triggers: string[];
  /** Tables that its foreign keys lead to. */
  references: string[];
}

const readTables = (db: Queries): Promise<Table[]> =>
  db.rows<Table>(sql`
    select c.relname as name, c.relkind = 'v' as "isView", obj_description(c.oid) as comment,
      (select json_agg(json_build_object(
         'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isRequired', a.attnotnull,
         'default', pg_get_expr(d.adbin, d.adrelid), 'comment', col_description(c.oid, a.attnum)) order by a.attnum)
       from pg_attribute a left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      array(select pg_get_constraintdef(k.oid, true) from pg_constraint k
            where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c')
            order by position(k.contype::text in 'pufc'), k.conname) as constraints,
      array(select pg_get_indexdef(i.indexrelid) from pg_index i
            where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
            order by i.indexrelid::regclass::text) as indexes,
      array(select t.tgname::text from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal order by t.tgname) as triggers,
      array(select distinct k.confrelid::regclass::text from pg_constraint k
            where k.conrelid = c.oid and k.contype = 'f' order by 1) as "references"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and c.relname <> 'schema_migration'
    order by c.relname`);

/** A file of `migrations/`: its module, the sentences on top of it, and the tables that it creates, in their order. */
interface Module {
  file: string;
  name: string;
  intro: string;
  tables: string[];
}

function readModules(folder: string): Module[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const lines = text.split('\n');
      const intro = lines.slice(
        0,
        lines.findIndex((line) => !line.startsWith('--')),
      );
      return {
        file,
        name: file.slice(5, -4),
        intro: intro.map((line) => line.replace(/^-- ?/, '')).join('\n'),
        tables: [...text.matchAll(/^create (?:unlogged )?(?:table|view) (\w+)/gm)].map(([, name = '']) => name),
      };
    });
}

const cell = (text: string | null) => (text ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ');

function pageOfTable({ name, isView, comment, columns, constraints, indexes, triggers }: Table): string {
  const rows = columns.map(
    (column) =>
      `| \`${column.name}\` | ${column.type} | ${column.isRequired ? '' : 'yes'} | ${cell(column.default)} | ${cell(column.comment)} |`,
  );
  const listOf = (title: string, lines: string[]) =>
    lines.length === 0 ? [] : [`${title}:`, '', ...lines.map((line) => `- \`${line.replaceAll(/\s+/g, ' ')}\``), ''];
  return [
    `## ${name}${isView ? ' (view)' : ''}`,
    '',
    comment ?? '',
    '',
    '| Column | Type | Null | Default | What it holds |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    ...listOf('Keys and checks', constraints),
    ...listOf('Indexes', indexes),
    ...listOf('Triggers', triggers),
  ].join('\n');
}

/** The tables of one module, and the foreign keys between them. */
function pictureOf(tables: Table[]): string {
  const own = new Set(tables.map(({ name }) => name));
  const arrows = tables.flatMap(({ name, references }) =>
    references.filter((target) => own.has(target)).map((target) => `  ${target} ||--o{ ${name} : ""`),
  );
  const alone = tables.filter(({ name }) => !arrows.some((arrow) => arrow.includes(` ${name} `)));
  return ['```mermaid', 'erDiagram', ...arrows, ...alone.map(({ name }) => `  ${name}`), '```'].join('\n');
}

function pageOfModule({ file, name, intro, tables }: Module, all: ReadonlyMap<string, Table>): string {
  const found = tables.flatMap((table) => all.get(table) ?? []);
  return [
    `# Schema: ${name}`,
    '',
    `Generated from the database by \`npm run schema:docs\`; the source is [${file}](../../migrations/${file}).`,
    '',
    intro,
    '',
    ...(found.length > 0 ? [pictureOf(found), '', ...found.map(pageOfTable)] : []),
  ].join('\n');
}

function indexOf(modules: Module[]): string {
  const lines = modules.map(
    ({ name, tables }) => `| [${name}](${name}.md) | ${tables.map((table) => `\`${table}\``).join(', ')} |`,
  );
  return [
    '# Schema',
    '',
    'One page per module: its tables with columns, keys and comments, and a picture of its foreign keys. The pages are generated',
    'from the database by `npm run schema:docs`; a test fails when they differ from it.',
    '',
    '| Module | Tables and views |',
    '|---|---|',
    ...lines,
    '',
  ].join('\n');
}

/** The pages of `docs/schema/` by file name. `db` is a migrated database, `folder` the folder of its migrations. */
export async function schemaPages(db: Queries, folder: string): Promise<Map<string, string>> {
  const tables = new Map((await readTables(db)).map((table) => [table.name, table]));
  const modules = readModules(folder);
  const pages = modules.map((module): [string, string] => [`${module.name}.md`, pageOfModule(module, tables)]);
  return new Map([['README.md', indexOf(modules)], ...pages]);
}
