import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Menu } from './Menu.tsx';

afterEach(cleanup);

// jsdom has no popovers; the browser journeys see the real ones.
it('has the focus on its first act when it opens, and the arrows go round', () => {
  const done: string[] = [];
  const acts = ['Edit', 'Move up', 'Remove'].map((label) => ({ label, onChoose: () => done.push(label) }));
  const { container, getByText } = render(<Menu label="Actions for P-1" acts={acts} />);
  const panel = container.querySelector('[popover]') as HTMLElement;
  fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open', oldState: 'closed' }));
  const focused = () => document.activeElement?.textContent;
  expect(focused()).toBe('Edit');
  const seen = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'].map((key) => {
    fireEvent.keyDown(panel, { key });
    return focused();
  });
  expect(seen).toEqual(['Move up', 'Remove', 'Edit', 'Remove']);
  fireEvent.click(getByText('Remove'));
  expect(done).toEqual(['Remove']);
});
