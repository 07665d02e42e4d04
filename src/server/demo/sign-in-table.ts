import type { App } from '#server/platform/app.ts';
import { highestRole } from '#server/platform/session/session.ts';
import { demoPassword, demoPeople } from './people.ts';

/** All demo people with their sign-in data, as a table no wider than this many columns of a terminal. */
export function signInTable({ text }: Pick<App, 'text'>, columns: number): string {
  const rows = demoPeople.map(({ email, roles, story }) => [
    email,
    demoPassword,
    highestRole(roles),
    text('en', story),
  ]);
  const widths = [0, 1, 2].map((position) => Math.max(...rows.map((row) => row[position]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, position) => cell.padEnd(widths[position] ?? 0)).join('  '));
  return lines.map((line) => `  ${fit(line, columns - 2)}\n`).join('');
}

const fit = (line: string, width: number) =>
  line.length <= width ? line.trimEnd() : `${line.slice(0, Math.max(0, width - 1))}…`;
