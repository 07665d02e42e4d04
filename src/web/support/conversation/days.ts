/** What happened on one day of the reader's calendar; `at` is the first instant of it. */
export interface Day<Event> {
  at: string;
  events: Event[];
}

const dayOf = (at: string) => new Date(at).toDateString();

/** Events, the oldest first, parted by day. */
export function byDay<Event extends { at: string }>(events: readonly Event[]): Day<Event>[] {
  const days: Day<Event>[] = [];
  for (const event of events) {
    const last = days.at(-1);
    if (last && dayOf(last.at) === dayOf(event.at)) last.events.push(event);
    else days.push({ at: event.at, events: [event] });
  }
  return days;
}
