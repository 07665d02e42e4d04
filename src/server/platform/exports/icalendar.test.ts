import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calendarFile, type CalendarEvent } from './icalendar.ts';

const event = (summary: string, uid = 'one@atrium.test'): CalendarEvent => ({
  uid,
  at: new Date('2026-03-02T16:00:00.500Z'),
  changedAt: new Date('2026-03-02T15:00:00Z'),
  sequence: 3,
  status: 'CONFIRMED',
  summary,
  description: summary,
  url: 'https://atrium.test/en/ipo/calendar/one',
});

const fileOf = (...events: CalendarEvent[]) =>
  calendarFile({ publisher: 'Atrium', language: 'ar', name: 'IPO', events });

/**
 * Reads a file as RFC 5545 defines it: lines of at most 75 bytes, unfolded, then name and text; strict where it says
 * must.
 */
function parse(file: string): Map<string, string>[] {
  if (!file.endsWith('\r\n')) throw new Error('the last line has no end');
  const physical = file.slice(0, -2).split('\r\n');
  for (const line of physical) {
    if (Buffer.byteLength(line) > 75) throw new Error(`too long: ${line}`);
    // A character that was cut in two would come back as another.
    if (line.includes('\uFFFD') || /[\r\n]/.test(line)) throw new Error(`broken: ${line}`);
  }
  const lines = physical.join('\r\n').replaceAll('\r\n ', '').split('\r\n');
  if (lines[0] !== 'BEGIN:VCALENDAR' || lines.at(-1) !== 'END:VCALENDAR') throw new Error('no calendar');
  const events: Map<string, string>[] = [];
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/s.exec(line) ?? [];
    if (name === '') throw new Error(`no property: ${line}`);
    if (line === 'BEGIN:VEVENT') events.push(new Map());
    else if (name === 'END') continue;
    else if (events.at(-1)?.has(name)) throw new Error(`${name} twice`);
    else events.at(-1)?.set(name, unescaped(value));
  }
  for (const each of events) for (const must of ['UID', 'DTSTAMP', 'DTSTART']) expect(each.get(must)).toMatch(/./);
  return events;
}

function unescaped(value: string): string {
  if (/(?<!\\)(?:\\\\)*[;,]/.test(value) && !value.startsWith('http')) throw new Error(`not escaped: ${value}`);
  return value.replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
}

it('returns what was put in, in any script and of any length', () => {
  const summary = 'إغلاق الاكتتاب; Größe, “Åland” \\ 🚢 '.repeat(8).trim();
  const [first, second] = parse(fileOf(event(summary), event('Two\r\nlines', 'two@atrium.test')));
  expect(first?.get('SUMMARY')).toBe(summary);
  expect(second?.get('SUMMARY')).toBe('Two\nlines');
  expect([first?.get('UID'), first?.get('DTSTAMP'), first?.get('DTSTART')]).toEqual([
    'one@atrium.test',
    '20260302T150000Z',
    '20260302T160000Z',
  ]);
});

it('lets no text start a line of its own', () => {
  const character = fc.constantFrom(
    'a',
    ' ',
    ':',
    ';',
    ',',
    '\\',
    '\r',
    '\n',
    '\u0000',
    '\u0085',
    '\u2028',
    'é',
    'ع',
    '🚢',
  );
  const text = fc.string({ unit: character, maxLength: 120 });
  fc.assert(
    fc.property(text, (summary) => {
      const events = parse(fileOf(event(summary), event('after', 'two@atrium.test')));
      expect(events).toHaveLength(2);
      const plain = summary.replaceAll(/\r\n?/g, '\n').replaceAll(/(?!\n)\p{Cc}/gu, ' ');
      expect(events[0]?.get('SUMMARY')).toBe(plain);
      expect(events[1]?.get('SUMMARY')).toBe('after');
    }),
  );
});
