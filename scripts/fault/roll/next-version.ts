import { cp, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../run.ts';

const asTheyAre = ['dist', 'locales', 'LICENSE', 'NOTICE', '.env.example'];

/** What a next version may do to the tables that the load uses while the present one serves. */
const migrationsOf = (version: string) => ({
  '9001_added.sql': `-- works with: ${version}
create table added (id bigint generated always as identity primary key, person_id uuid references person, at timestamptz);
alter table person add column added_at timestamptz, add column added_note text not null default '';
alter table idempotency_key add column added_at timestamptz not null default now();
create function note_added() returns trigger language plpgsql as $$
begin
  insert into added (person_id, at) values (new.id, now());
  return null;
end $$;
-- older versions: it refuses nothing and writes to a table that they do not use.
create trigger person_added after update of theme on person for each row execute function note_added();
`,
  '9002_added_index.sql': `-- works with: ${version}
-- no transaction
create index concurrently if not exists added_of_person on added (person_id);
create index concurrently if not exists ledger_posting_added on ledger_posting (amount);
analyze added;
`,
});

/** Makes this built product into the next version, in `folder`: with its number, files of its own, and migrations that only add. */
export async function makeNextVersion(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const read = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const [major = 0, minor = 0] = read.version.split('.').map(Number);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...read, version: `${major}.${minor + 1}.0` }));
  for (const name of [...asTheyAre, 'migrations']) await cp(join(root, name), join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(migrationsOf(read.version)))
    await writeFile(join(folder, 'migrations', name), text);
  await renameEntry(join(folder, 'dist/web'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Another version has other files: its page loads one that this version has not. */
async function renameEntry(web: string): Promise<void> {
  const page = await readFile(join(web, 'index.html'), 'utf8');
  const entry = /assets\/(index-[\w-]+)\.js/.exec(page)?.[1] ?? '';
  await writeFile(join(web, 'index.html'), page.replaceAll(entry, 'index-next'));
  for (const end of ['js', 'js.gz', 'js.br'])
    await rename(join(web, `assets/${entry}.${end}`), join(web, `assets/index-next.${end}`));
}
