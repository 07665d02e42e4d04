import { z } from 'zod';
import type { DocumentReason, IdentityResult, ResultState } from '#server/platform/connections/ports/identity.ts';

/** An applicant as Sumsub describes it; of what the client has sent, only what a decision compares. */
export const applicantAnswer = z.object({
  id: z.string().min(1).max(80),
  externalUserId: z.string().nullish(),
  info: z
    .object({
      firstName: z.string().nullish(),
      middleName: z.string().nullish(),
      lastName: z.string().nullish(),
      dob: z.iso.date().nullish().catch(null),
      idDocs: z
        .array(
          z.object({
            idDocType: z.string(),
            number: z.string().nullish(),
            validUntil: z.iso.date().nullish().catch(null),
          }),
        )
        .nullish(),
    })
    .nullish(),
  review: z.object({
    levelName: z.string().nullish(),
    reviewStatus: z.string(),
    reviewResult: z
      .object({
        reviewAnswer: z.string().nullish(),
        reviewRejectType: z.string().nullish(),
        rejectLabels: z.array(z.string().max(80)).max(100).nullish(),
      })
      .nullish(),
  }),
});
type Applicant = z.output<typeof applicantAnswer>;

export const applicantCreated = z.object({ id: z.string().min(1).max(80), externalUserId: z.string().nullish() });
export const linkAnswer = z.object({ url: z.url() });

/** Our reason for a label. The list of labels is open: any other one goes to staff. */
const reasonOf: Readonly<Record<string, DocumentReason>> = {
  BAD_PHOTO: 'unreadable',
  LOW_QUALITY: 'unreadable',
  UNSATISFACTORY_PHOTOS: 'unreadable',
  BLACK_AND_WHITE: 'unreadable',
  DOCUMENT_DAMAGED: 'unreadable',
  DOCUMENT_PAGE_MISSING: 'side_missing',
  FRONT_SIDE_MISSING: 'side_missing',
  BACK_SIDE_MISSING: 'side_missing',
  INCOMPLETE_DOCUMENT: 'cut_off',
  EXPIRATION_DATE: 'expired',
  ID_INVALID: 'not_accepted',
  NOT_DOCUMENT: 'not_accepted',
  UNSUITABLE_ID: 'not_accepted',
  DOCUMENT_TEMPLATE: 'altered',
  FORGERY: 'altered',
  GRAPHIC_EDITOR: 'altered',
  SCREENSHOTS: 'altered',
  INCONSISTENT_PROFILE: 'name_differs',
  PROBLEMATIC_APPLICANT_DATA: 'name_differs',
  DB_DATA_MISMATCH: 'name_differs',
  WRONG_ADDRESS: 'address_differs',
};

const typeOf = { PASSPORT: 'passport', ID_CARD: 'id_card', DRIVERS: 'driving_licence' } as const;

export function readResult({ id, externalUserId, info, review }: Applicant): IdentityResult | undefined {
  const state = stateOf(review);
  if (!state) return undefined;
  const name = [info?.firstName, info?.middleName, info?.lastName].filter(Boolean).join(' ').slice(0, 300);
  return {
    applicant: id,
    ref: externalUserId ?? null,
    state,
    level: review.levelName ?? null,
    labels: (review.reviewResult?.rejectLabels ?? []).map((label) => ({ label, reason: reasonOf[label] ?? null })),
    document: documentOf(info),
    person: name ? { name, birthOn: info?.dob ?? null } : null,
  };
}

/** Undefined for what is not documented. An answer counts only once the review is completed. */
function stateOf({ reviewStatus, reviewResult }: Applicant['review']): ResultState | undefined {
  switch (reviewStatus) {
    case 'init':
      return 'waiting';
    case 'pending':
    case 'queued':
    case 'prechecked':
    case 'onHold':
      return 'review';
    case 'completed':
      if (reviewResult?.reviewAnswer === 'GREEN') return 'approved';
      if (reviewResult?.reviewAnswer !== 'RED') return undefined;
      return reviewResult.reviewRejectType === 'RETRY' ? 'again' : 'rejected';
    default:
      return undefined;
  }
}

function documentOf(info: Applicant['info']): IdentityResult['document'] {
  for (const { idDocType, number, validUntil } of info?.idDocs ?? []) {
    const type = idDocType in typeOf ? typeOf[idDocType as keyof typeof typeOf] : undefined;
    // Compared across clients, however each of them wrote it.
    const plain = number?.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '') ?? '';
    if (type && validUntil && plain.length > 0 && plain.length <= 40)
      return { type, number: plain, expiresOn: validUntil };
  }
  return null;
}
