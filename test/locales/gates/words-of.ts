import { readMessage, type Message } from '../message.ts';

const read = new Map<string, Message>();

/** A message taken apart, once for each text. */
export function messageOf(text: string): Message {
  const found = read.get(text) ?? readMessage(text);
  read.set(text, found);
  return found;
}

/** All branches of a text in lower case, without values and tags. */
export const wordsOf = (text: string, tag: string) => messageOf(text).words.toLocaleLowerCase(tag);
