import { expect, it } from 'vitest';
import type { ArticleBlock } from '#contract/articles/body.ts';
import { bodyOf, docOf } from './body-doc.ts';

const body: ArticleBlock[] = [
  { kind: 'heading', level: 2, text: [{ text: 'Rates' }] },
  {
    kind: 'paragraph',
    text: [
      { text: 'The ' },
      { text: 'bank', strong: true, em: true },
      { text: '\nmay ' },
      { text: 'cut', href: 'https://example.com/' },
    ],
  },
  { kind: 'list', ordered: true, items: [[{ text: 'one' }], [{ text: 'two', em: true }]] },
  { kind: 'list', ordered: false, items: [[{ text: 'three' }]] },
  { kind: 'quote', paragraphs: [[{ text: 'We watch.' }], [{ text: 'Still.' }]] },
  {
    kind: 'table',
    header: true,
    rows: [
      [[{ text: 'Year' }], []],
      [[{ text: '2026' }], [{ text: '4.5' }]],
    ],
  },
  { kind: 'table', header: false, rows: [[[{ text: 'a' }]]] },
  { kind: 'picture', file: '0195e0b4-0000-7000-8000-000000000000', alt: 'A line', caption: 'Since May' },
  { kind: 'picture', file: '0195e0b4-0000-7000-8000-000000000001', alt: 'No caption' },
  { kind: 'rule' },
];

it('comes out of the editor as it went in', () => {
  expect(bodyOf(docOf(body))).toEqual(body);
});

it('leaves out lines without text, links without a valid address, and characters that turn a line around', () => {
  const link = { type: 'link', attrs: { href: 'javascript:alert(1)' } };
  const doc = {
    type: 'doc',
    content: [
      { type: 'paragraph' },
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: '  ' }] },
      { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
      { type: 'paragraph', content: [{ type: 'text', text: 'a\u202eb\u0007', marks: [link] }] },
      { type: 'iframe', attrs: { src: 'https://evil.example' } },
    ],
  };
  expect(bodyOf(doc)).toEqual([{ kind: 'paragraph', text: [{ text: 'ab' }] }]);
});

it('has a line to write on where there is nothing yet', () => {
  expect(docOf([])).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] });
  expect(bodyOf(docOf([]))).toEqual([]);
});
