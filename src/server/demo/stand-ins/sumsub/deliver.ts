import { createHmac } from 'node:crypto';
import { nowOf, type Act, type Applicant, type Books, type Review } from './books.ts';

const results: Record<Exclude<Act, 'delete'>, Omit<Review, 'levelName'>> = {
  approve: { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } },
  retry: {
    reviewStatus: 'completed',
    reviewResult: {
      reviewAnswer: 'RED',
      reviewRejectType: 'RETRY',
      rejectLabels: ['BAD_PHOTO', 'DOCUMENT_PAGE_MISSING'],
    },
  },
  reject: {
    reviewStatus: 'completed',
    reviewResult: { reviewAnswer: 'RED', reviewRejectType: 'FINAL', rejectLabels: ['FORGERY'] },
  },
  hold: { reviewStatus: 'onHold' },
  reset: { reviewStatus: 'init' },
};

const typeOf: Record<string, string> = { onHold: 'applicantOnHold', init: 'applicantReset' };

/** Decides on an applicant and reports it, truly or as the applicant's lie has it. */
export async function act(books: Books, applicant: Applicant, what: Act): Promise<void> {
  const { lie, review } = applicant;
  const { levelName } = review;
  if (what === 'delete') {
    books.applicants.splice(books.applicants.indexOf(applicant), 1);
    return report(books, applicant, 'applicantDeleted', {});
  }
  const decide = (to: Exclude<Act, 'delete'>) => {
    applicant.review = { levelName, ...results[to] };
  };
  const reviewed = (more: object = {}) =>
    report(books, applicant, typeOf[applicant.review.reviewStatus] ?? 'applicantReviewed', more);
  switch (lie) {
    case 'green_by_event_alone':
      decide('reject');
      return reviewed(results.approve);
    case 'reviewed_before_created':
      decide('approve');
      await reviewed();
      await report(books, applicant, 'applicantPending', { reviewStatus: 'pending' });
      return report(books, applicant, 'applicantCreated', { reviewStatus: 'init' });
    case 'other_level':
      decide('approve');
      applicant.review.levelName = 'a-smaller-level';
      return reviewed();
    case 'later_red':
      decide('approve');
      await reviewed();
      decide('reject');
      return reviewed();
    case 'reset_midway':
      decide('approve');
      await reviewed();
      decide('reset');
      return reviewed();
    case 'duplicate':
      applicant.review = {
        levelName,
        reviewStatus: 'completed',
        reviewResult: { reviewAnswer: 'RED', reviewRejectType: 'FINAL', rejectLabels: ['DUPLICATE_APPLICANT'] },
      };
      return reviewed();
    case 'on_hold':
      decide('hold');
      return reviewed();
    case 'other_client':
    case 'sha1':
    case 'other_person':
    case 'unknown_level':
    case 'sandbox_event':
    case null:
      decide(what);
      return reviewed();
  }
}

let events = 0;

/** An event about an applicant, as it is signed. */
export async function report(books: Books, applicant: Applicant, type: string, more: object): Promise<void> {
  const { of } = books;
  if (!of.reportTo) return;
  const { id, externalUserId, review, lie } = applicant;
  const body = JSON.stringify({
    applicantId: id,
    inspectionId: `i${id}`,
    correlationId: `c${(events += 1)}`,
    externalUserId,
    levelName: review.levelName,
    type,
    reviewStatus: review.reviewStatus,
    ...(review.reviewResult && { reviewResult: review.reviewResult }),
    createdAtMs: nowOf(of).toISOString().replace('T', ' ').replace('Z', ''),
    sandboxMode: of.appToken.startsWith('sbx:') !== (lie === 'sandbox_event'),
    ...more,
  });
  const digest = lie === 'sha1' ? 'HMAC_SHA1_HEX' : (of.digest ?? 'HMAC_SHA256_HEX');
  const hash = { HMAC_SHA1_HEX: 'sha1', HMAC_SHA256_HEX: 'sha256', HMAC_SHA512_HEX: 'sha512' }[digest];
  const headers = {
    'content-type': 'application/json',
    'x-payload-digest-alg': digest,
    'x-payload-digest': createHmac(hash, of.webhookSecret).update(body).digest('hex'),
  };
  const { status } = await fetch(of.reportTo, { method: 'POST', headers, body }).catch(() => ({ status: 0 }));
  books.reported.push(status);
}
