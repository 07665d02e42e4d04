import type { Outcome, Probe } from '../outcome.ts';

/** Whether a person is on a list of sanctions or of politically exposed persons. */
export interface Screening {
  test(): Promise<Probe>;
  /** What is compared with now, once a name that is on it for sure was found. While this fails, the provider is away. */
  readList(): Promise<Outcome<ScreeningList>>;
  /**
   * At most `most` at once. An answer that is missing or unreadable is `failed`, never “no hit”. What is refused until
   * `later` is not the fault of these names.
   */
  compare(
    queries: readonly ScreeningQuery[],
    only: { changedSince: string | null },
  ): Promise<Outcome<ScreeningAnswers>>;
  most: number;
}

/** A person in properties of FollowTheMoney, such as `name` and `birthDate`; all values are lists. */
export interface ScreeningQuery {
  /** The caller's name for it. */
  key: string;
  properties: Readonly<Record<string, readonly string[]>>;
}

/** What was asked: a list in a version, by an algorithm; from the threshold on, an entity is a hit. */
export interface ScreeningList {
  name: string;
  version: string;
  /** When its index was built; null where the provider does not say. */
  updatedAt: Date | null;
  algorithm: string;
  threshold: number;
}

/** By the keys of the queries. */
export type ScreeningAnswers = ReadonlyMap<string, readonly ScreenedEntity[] | 'failed'>;

/** An entity that resembles the person, also one below the threshold. */
export interface ScreenedEntity {
  id: string;
  /** Earlier ids of the same entity. */
  referents: readonly string[];
  caption: string;
  schema: string;
  properties: Readonly<Record<string, readonly string[]>>;
  datasets: readonly string[];
  /** 0 to 1. */
  score: number;
  lastChange: Date | null;
}
