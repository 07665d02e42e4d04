import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { switchLanguage } from '#web/platform/i18n/i18n.tsx';
import type { Outgoing } from '../talk/conversation-state.ts';
import { OutgoingBubble } from './MessageBubble.tsx';
import type { Talk } from '../talk/talk.ts';

// Texts stand by their keys.
beforeAll(() => switchLanguage('en'));
afterEach(cleanup);

const words: Outgoing = {
  id: 'a',
  text: 'Hello',
  files: [],
  internal: false,
  at: '2026-03-02T15:00:00.000Z',
  state: 'unconfirmed',
};
const show = (more: Partial<Outgoing>, heldUntil?: string) =>
  render(
    <ul>
      <OutgoingBubble words={{ ...words, ...more }} talk={{} as Talk} heldUntil={heldUntil} />
    </ul>,
  );
const again = () => screen.queryAllByRole('button').map((button) => button.textContent);

it('offers to send unconfirmed messages again, and shows until when the server refuses them', () => {
  const before = show({});
  expect(again()).toEqual(['chats.retry']);
  before.unmount();
  const held = show({}, '2026-03-02T15:00:30.000Z');
  expect(again()).toEqual([]);
  expect(screen.getByRole('status').textContent).toContain('chats.state_held');
  held.unmount();
});

it('shows a note as a note while it is on its way', () => {
  const reply = show({});
  expect(screen.queryByText('chats.kind_note')).toBeNull();
  reply.unmount();
  show({ internal: true });
  expect(screen.getByText('chats.kind_note')).toBeInstanceOf(HTMLElement);
});
