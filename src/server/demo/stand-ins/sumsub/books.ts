import type { Text } from '#server/platform/text.ts';

/** What the stand-in can lie about, in the order of the list in the notes on its wire. */
export const sumsubLies = [
  'green_by_event_alone',
  'reviewed_before_created',
  'other_level',
  'other_client',
  'sha1',
  'later_red',
  'reset_midway',
  'other_person',
  'duplicate',
  'on_hold',
  'unknown_level',
  'sandbox_event',
] as const;
export type SumsubLie = (typeof sumsubLies)[number];

export const acts = ['approve', 'retry', 'reject', 'hold', 'reset', 'delete'] as const;
/** What a reviewer of the provider does. */
export type Act = (typeof acts)[number];

export interface Review {
  levelName: string;
  reviewStatus: string;
  reviewResult?: { reviewAnswer: 'GREEN' | 'RED'; reviewRejectType?: 'FINAL' | 'RETRY'; rejectLabels?: string[] };
}

/** A client as the provider knows them. */
export interface Applicant {
  id: string;
  externalUserId: string;
  review: Review;
  info: {
    firstName: string;
    lastName: string;
    dob: string;
    idDocs: { idDocType: string; country: string; number: string; validUntil: string }[];
  };
  lie: SumsubLie | null;
  /** The language of the link that was asked for last. */
  language?: string | undefined;
}

export interface Sumsub {
  appToken: string;
  secretKey: string;
  webhookSecret: string;
  level: string;
  digest?: 'HMAC_SHA256_HEX' | 'HMAC_SHA512_HEX';
  /** Where events go. */
  reportTo?: string;
  /** The clock of what it signs; that of this machine by default. */
  now?: () => Date;
  port?: number;
  silenceMs?: number;
  /** Of the page on which a client is checked. */
  text?: Text;
}

export interface Books {
  of: Sumsub;
  applicants: Applicant[];
  /** What events were answered with. */
  reported: number[];
}

export const nowOf = ({ now = () => new Date() }: Sumsub): Date => now();
