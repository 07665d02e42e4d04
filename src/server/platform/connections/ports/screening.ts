import type { Outcome, Probe } from '../outcome.ts';

/** Whether a person is on a list of sanctions or of politically exposed persons. */
export interface Screening {
  test(): Promise<Probe>;
  /** At most `most` at once. An answer that is missing or unreadable is `failed`, never “no hit”. */
  check(queries: readonly ScreeningQuery[]): Promise<Outcome<ScreeningAnswers>>;
  most: number;
}

interface ScreeningQuery {
  /** The caller's name for it. */
  key: string;
  name: string;
  /** `1984-02-10`, or as much of it as is known. */
  birthDate: string | null;
  countries: readonly string[];
  idNumbers: readonly string[];
}

interface ScreeningAnswers {
  list: { name: string; version: string; updatedAt: Date | null };
  algorithm: string;
  answers: ReadonlyMap<string, readonly ScreeningHit[] | 'failed'>;
}

interface ScreeningHit {
  id: string;
  name: string;
  /** 0 to 1. */
  score: number;
  topics: readonly string[];
  datasets: readonly string[];
  birthDates: readonly string[];
  countries: readonly string[];
  /** Why it scored so, by feature. */
  reasons: Readonly<Record<string, number>>;
}
