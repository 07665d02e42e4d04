import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ArticleBlock } from '#contract/articles/body.ts';
import { RichText } from './RichText.tsx';

const link = (href: string): ArticleBlock => ({ kind: 'paragraph', text: [{ text: 'words', href }] });

it('makes no link of an address that could do harm, should one ever arrive', () => {
  const hostile = [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https://a@b.example',
  ];
  const { container } = render(<RichText body={hostile.map(link)} />);
  expect(container.querySelectorAll('a')).toHaveLength(0);
  expect(container.querySelectorAll('p')).toHaveLength(hostile.length);
});

it('shows markup as the text that it is, and leaves out what it does not know', () => {
  const body = [
    { kind: 'paragraph', text: [{ text: '<img src=x onerror=alert(1)>' }] },
    { kind: 'html', html: '<script>alert(1)</script>' },
  ] as ArticleBlock[];
  const { container } = render(<RichText body={body} />);
  expect(container.textContent).toBe('<img src=x onerror=alert(1)>');
  expect(container.querySelectorAll('img, script')).toHaveLength(0);
});

it('leaves the product without a referrer', () => {
  const { container } = render(<RichText body={[link('https://example.com/rates')]} />);
  const found = container.querySelector('a');
  expect(found?.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(found?.getAttribute('target')).toBe('_blank');
});
