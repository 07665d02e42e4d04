/** An event at one instant. `uid` stays the same however often the event changes. */
export interface CalendarEvent {
  uid: string;
  at: Date;
  changedAt: Date;
  /** Grows with each change. */
  sequence: number;
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  summary: string;
  description: string;
  url: string;
}

export interface Calendar {
  /** Who publishes it. */
  publisher: string;
  language: string;
  name: string;
  events: readonly CalendarEvent[];
}

/** A calendar as a file by RFC 5545, in UTC. It asks programs that subscribe to it to refresh every hour. */
export function calendarFile({ publisher, language, name, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(publisher)}//${language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines({ uid, at, changedAt, sequence, status, summary, description, url }: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${instant(changedAt)}`,
    `LAST-MODIFIED:${instant(changedAt)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART:${instant(at)}`,
    `STATUS:${status}`,
    'TRANSP:TRANSPARENT',
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${url}`,
    'END:VEVENT',
  ];
}

/** `20260302T150000Z` */
const instant = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '');

const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    // Nothing may begin a line of its own.
    .replaceAll(/\p{Cc}/gu, ' ');

/**
 * Lines of at most 75 bytes; a longer one continues on the next line, after a space, and no character is cut in two.
 */
function folded(line: string): string {
  const parts = [''];
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 75) {
      parts.push('');
      bytes = 1;
    }
    parts[parts.length - 1] += character;
    bytes += size;
  }
  return parts.join('\r\n ');
}
