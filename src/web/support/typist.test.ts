import { expect, it } from 'vitest';
import type { Message } from '#contract/support.ts';
import { typistName } from './typist.ts';

const said = (author: string, from: Message['from'] = 'support') => ({ sender_id: author.toLowerCase(), author, from });
const messages = [said('Ida', 'client'), said('Anna'), said('Ben')] as Message[];
const room = { agent_id: 'carl', agent: 'Carl' };

it('names who really types, not who has the chat', () => {
  expect(typistName({ messages }, 'anna', room)).toBe('Anna');
  expect(typistName({ messages }, 'carl', room)).toBe('Carl');
});

it('names nobody whom the client has not met, and never himself', () => {
  expect(typistName({ messages }, 'dora', room)).toBeUndefined();
  expect(typistName({ messages }, 'ida', room)).toBeUndefined();
  expect(typistName({ messages }, 'dora')).toBeUndefined();
});
