/** The terms that a client accepts today. A new text gets a new version, and consent is stored with it. */
export const termsVersion = '2026-11';
