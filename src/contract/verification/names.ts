// What a client proves, and with what. Without the schema library, so that the browser may import it for real.

/** What is proven by documents. One document never proves two of them. */
export const documentKinds = ['identity', 'residence', 'source_of_funds'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The types accepted for each; no type serves two kinds. */
export const typesOf = {
  identity: ['passport', 'id_card', 'driving_licence'],
  residence: ['utility_bill', 'bank_statement', 'tax_notice'],
  source_of_funds: ['payslip', 'contract_of_sale', 'other_evidence'],
} as const satisfies Record<DocumentKind, readonly string[]>;
export const documentTypes = [...typesOf.identity, ...typesOf.residence, ...typesOf.source_of_funds] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Cards are seen from both sides: first the front, then the back. */
export const isTwoSided = (type: DocumentType): boolean => type === 'id_card' || type === 'driving_licence';

/** Maximum of pages per document. */
export const pagesPerDocument = 5;

/** `pending` waits for a review; one under review is still pending. */
export const documentStates = ['pending', 'approved', 'rejected', 'expired', 'replaced'] as const;
export type DocumentState = (typeof documentStates)[number];

/** The status of a kind for its client: that of its documents, or that there is none. */
export const documentStatuses = ['required', 'pending', 'in_review', 'approved', 'rejected', 'expired'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

/** What the next level may still need. Only documents and the phone need staff. */
export const needs = ['email', 'person', 'profile', 'phone', ...documentKinds] as const;
export type Need = (typeof needs)[number];

/** What confirms a phone number: a call by staff, or a code that was sent to it. */
export const phoneProofs = ['staff', 'code'] as const;
export type PhoneProof = (typeof phoneProofs)[number];

/** What became of the message with a code, as its reader sees it; `unknown` until the provider says. */
export const codeDeliveries = ['sent', 'failed', 'unknown'] as const;
export type CodeDelivery = (typeof codeDeliveries)[number];

/** A code that is sent to a phone. */
export const phoneCodeRule = { length: 6, minutes: 10, attempts: 5 } as const;

/** The default needs of each level, besides all that the one below needs. */
export const usualNeeds: readonly (readonly Need[])[] = [
  [],
  ['email'],
  ['person', 'profile', 'phone'],
  ['identity', 'residence'],
  ['source_of_funds'],
];

/** What the operator chooses a level for. */
export const chosenNeeds = ['person', 'profile', 'phone', ...documentKinds] as const satisfies readonly Need[];

/** Bands of US dollars a year, in thousands: below the first, between, above the last. */
export const bandLimits = [20, 60, 150] as const;
const bands = ['band_0', 'band_1', 'band_2', 'band_3'] as const;

/** The economic profile. A change of a question or an option needs a new version: clients are then asked again. */
export const profileQuestions = {
  employment: ['employed', 'self_employed', 'retired', 'other'],
  income: bands,
  savings: bands,
  source: ['salary', 'business', 'investments', 'inheritance'],
  deposits: bands,
  public_office: ['no', 'yes'],
} as const;
export const profileVersion = 1;
export type ProfileQuestion = keyof typeof profileQuestions;

/** Parts with stored drafts of their forms. */
export const draftSteps = ['person', 'profile', ...documentKinds] as const;
export type DraftStep = (typeof draftSteps)[number];

/** Days before a document expires on which its owner is notified. */
export const expiryWarnings = [30, 7, 1] as const;

/** From so many days before its end on, a document may be renewed. */
export const renewableDays = 30;

export const queueViews = ['waiting', 'mine', 'all'] as const;
export type QueueView = (typeof queueViews)[number];

/** How a check of identity by a provider stands; `gone` is deleted there. */
export const checkStates = ['begun', 'waiting', 'review', 'again', 'approved', 'rejected', 'gone'] as const;
export type CheckState = (typeof checkStates)[number];

/** What staff have to look at about a check. */
export const checkProblems = [
  'labels',
  'rejected',
  'withdrawn',
  'other_client',
  'other_level',
  'sandbox',
  'unusable',
  'gone',
] as const;
export type CheckProblem = (typeof checkProblems)[number];
