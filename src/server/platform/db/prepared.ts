import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';
import type { Sql } from './sql.ts';

/**
 * Each connection keeps its prepared statements; statements built from lists of any length must not fill the server's
 * memory.
 */
const STATEMENT_LIMIT = 500;

const names = new Map<string, string>();

/** The driver's form of a statement, named so that PostgreSQL parses and plans a text once per connection. */
export function prepared(statement: Sql): QueryConfig<unknown[]> {
  const { text, values } = statement;
  const name = names.get(text) ?? nameFor(text);
  return name === undefined ? { text, values } : { name, text, values };
}

function nameFor(text: string): string | undefined {
  if (names.size >= STATEMENT_LIMIT) return undefined;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}
