import { expect, it } from 'vitest';
import type { Message } from '#contract/support/endpoints.ts';
import { typistName } from './typist.ts';

const text = (author: string, from: Message['from'] = 'support') => ({ sender_id: author.toLowerCase(), author, from });
const messages = [text('Ida', 'client'), text('Anna'), text('Ben')] as Message[];
const room = { agent_id: 'carl', agent: 'Carl' };

it('names who really types, not who has claimed the chat', () => {
  expect(typistName({ messages }, 'anna', room)).toBe('Anna');
  expect(typistName({ messages }, 'carl', room)).toBe('Carl');
});

it('names no agent whom the client has not met, and never the client', () => {
  expect(typistName({ messages }, 'dora', room)).toBeUndefined();
  expect(typistName({ messages }, 'ida', room)).toBeUndefined();
  expect(typistName({ messages }, 'dora')).toBeUndefined();
});
