/** What is due within this is due soon. */
export const soonMs = 15 * 60_000;
