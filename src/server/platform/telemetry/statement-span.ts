import { tracedBelow } from './trace.ts';

/** Of each text, what it does and to which table: there are few hundred texts, and some built from lists. */
const summaries = new Map<string, string>();
const maxKept = 1000;

/** A statement as a step: its text, in which every value is a parameter, and never the parameters. */
export const tracedStatement = <T>(text: string, action: () => Promise<T>): Promise<T> =>
  tracedBelow(() => {
    const name = summaryOf(text);
    return {
      name,
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name, 'db.query.text': text.trim() },
    };
  }, action);

function summaryOf(text: string): string {
  const known = summaries.get(text);
  if (known !== undefined) return known;
  const [, verb = 'statement'] = /^\s*([a-z]+)/i.exec(text) ?? [];
  const target =
    verb === 'with' ? /\b(?:insert into|update|delete from)\s+([a-z_]+)/i : /\b(?:from|into|update)\s+([a-z_]+)/i;
  const [, table] = target.exec(text) ?? [];
  const summary = table === undefined ? verb : `${verb} ${table}`;
  if (summaries.size < maxKept) summaries.set(text, summary);
  return summary;
}
