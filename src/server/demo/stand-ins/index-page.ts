import type { Answer } from './answer.ts';
import { escaped } from './escaped.ts';

/** One thing of the stand-in's books, and what may happen to it there. */
export interface Shown {
  id: string;
  text: string;
  /** The page on which its payer or its applicant acts. */
  page?: string;
  acts?: readonly string[];
  /** What a person enters for an act. */
  inputs?: readonly string[];
}

/** What `GET /` of a stand-in shows to a person. */
export interface Index {
  /** Of the provider. */
  name: string;
  lists: () => { title: string; shown: Shown[] }[];
  act?: (id: string, name: string, given: URLSearchParams) => unknown;
}

/** The page of a stand-in: its books with a button for each act. `POST` does what a button says. */
export async function answerIndex(index: Index, method: string, body: string): Promise<Answer> {
  if (method !== 'POST') return pageOf(index);
  const form = new URLSearchParams(body);
  try {
    await index.act?.(form.get('id') ?? '', form.get('act') ?? '', form);
    return { status: 303, headers: { location: '/' } };
  } catch (error) {
    return pageOf(index, error instanceof Error ? error.message : String(error));
  }
}

function pageOf({ name, lists }: Index, problem?: string): Answer {
  const parts = lists().map(({ title, shown }) => {
    const rows = shown.map(rowOf).join('\n') || '<p>Nothing yet.</p>';
    return `<h2>${escaped(title)}</h2>\n${rows}`;
  });
  const body = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Stand-in for ${escaped(name)}</title>
<body style="font:16px/1.5 system-ui;max-width:50rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere">
<h1>Stand-in for ${escaped(name)}</h1>
<p>Nothing here is real. What it knows is gone when the demo stops. <a href="/">Refresh</a></p>
${problem === undefined ? '' : `<p role="alert"><strong>Not possible now: ${escaped(problem)}.</strong></p>`}
${parts.join('\n')}
</body></html>`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

function rowOf({ id, text, page, acts = [], inputs = [] }: Shown): string {
  const fields = inputs.map((name) => `<label>${name.replaceAll('_', ' ')} <input name="${name}"></label>`);
  const buttons = acts.map((act) => `<button name="act" value="${act}">${act.replaceAll('_', ' ')}</button>`);
  const form =
    buttons.length > 0 && `<form method="post" action="/">${hidden(id)}${[...fields, ...buttons].join('\n')}</form>`;
  const link = page !== undefined && `<a href="${escaped(page)}">Open its page</a>`;
  return `<section style="border-top:1px solid;padding:.5rem 0"><p style="white-space:pre-wrap">${escaped(text)}</p>${link || ''}${form || ''}</section>`;
}

const hidden = (id: string) => `<input type="hidden" name="id" value="${escaped(id)}">`;
