/** Offerings of one page of the calendar. */
export const calendarPage = 60;
