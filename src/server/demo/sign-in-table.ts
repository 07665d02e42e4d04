import type { App } from '#server/platform/app.ts';
import { highestRole } from '#server/platform/session.ts';
import { demoPassword, demoPeople } from './people.ts';

/** Everybody in the demo, with what it takes to sign in, as a table no wider than a terminal of so many columns. */
export function signInTable({ text }: Pick<App, 'text'>, columns: number): string {
  const rows = demoPeople.map(({ email, roles, story }) => [
    email,
    demoPassword,
    highestRole(roles),
    text('en', story),
  ]);
  const widths = [0, 1, 2].map((place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join('  '));
  return lines.map((line) => `  ${fit(line, columns - 2)}\n`).join('');
}

const fit = (line: string, width: number) =>
  line.length <= width ? line.trimEnd() : `${line.slice(0, Math.max(0, width - 1))}…`;
