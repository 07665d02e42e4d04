/** Why a file store did not do what it should: it is away, it refuses us, or it does not hold what it was given. */
export const fileStoreTroubles = ['away', 'refused', 'damaged'] as const;

/** A store outside this machine failed. It is no defect of ours, and what was asked for may work later. */
export class FileStoreTrouble extends Error {
  readonly reason: (typeof fileStoreTroubles)[number];

  /** @param message for the operator; it holds no key and no signature */
  constructor(reason: (typeof fileStoreTroubles)[number], message: string) {
    super(message);
    this.reason = reason;
  }
}
