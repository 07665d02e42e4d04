/** The most views that a person keeps of one list, and of all lists together. */
export const viewsPerList = 30;
export const viewsPerPerson = 300;
/** The longest name of a view, and the longest query of an address that one keeps. */
export const longestViewName = 40;
export const longestViewQuery = 2000;
