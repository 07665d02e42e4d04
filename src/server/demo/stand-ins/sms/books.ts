import { randomBytes } from 'node:crypto';

/** What the stand-in can lie about, in the order of the list in the notes on its wire. */
export const smsLies = [
  'filtered',
  'delivered_before_sent',
  'unknown_sid',
  'internal_url',
  'opposite',
  'slow',
  'too_many',
  'unsubscribed',
  'moved',
  'sent_for_ever',
  'price',
  'twice',
] as const;
export type SmsLie = (typeof smsLies)[number];

/** A message as the network knows it. */
export interface Message {
  sid: string;
  ref: string | null;
  to: string;
  body: string;
  status: string;
  errorCode: number | null;
  at: Date;
  /** How often it reached the phone. */
  arrived: number;
  /** Where reports go. */
  callback: string | null;
}

export interface Sms {
  accountSid: string;
  authToken: string;
  bearer: string;
  secret: string;
  /** The address under which the gateway reports; Twilio gets one with each message. */
  reportTo?: string;
  slowMs?: number;
  /** The clock of what it signs and dates; that of this machine by default. */
  now?: () => Date;
  /** The times that a caller may have, in seconds; that of `now` by default. */
  clocks?: () => number[];
  port?: number;
  silenceMs?: number;
}

export interface Books {
  of: Sms;
  messages: Message[];
  /** What reports were answered with. */
  reported: number[];
}

export const nowOf = ({ now = () => new Date() }: Sms): Date => now();

export const newSid = (): string => `SM${randomBytes(16).toString('hex')}`;
