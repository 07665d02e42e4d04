/** Whether a text of the address is a day that the server takes, as `2026-03-02`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= '1900' && new Date(text).toJSON()?.slice(0, 10) === text;
