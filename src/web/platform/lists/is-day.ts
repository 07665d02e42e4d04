/** Whether a text of the address is a day that the server takes, as `2026-03-02`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= '1900' && new Date(text).toJSON()?.slice(0, 10) === text;

/** The days of a list’s address, as the server takes them: a period that ends before it begins is none. */
export function daysAsked({ from, to }: { from: string; to: string }): { from?: string; to?: string } {
  const days = { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
  return days.from && days.to && days.from > days.to ? {} : days;
}
