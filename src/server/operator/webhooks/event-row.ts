import type { OperatorEvent } from '#contract/operator/event-data.ts';

/** An event as it is stored. */
export interface EventRow {
  seq: bigint;
  id: string;
  type: string;
  data: Record<string, unknown>;
  at: Date;
}

/** An event as the API shows it. */
export const showEvent = ({ id, type, data, at }: EventRow): OperatorEvent => ({
  id,
  type,
  version: 1,
  timestamp: at.toISOString(),
  data,
});

/** What is sent and signed: the same to the byte at each attempt. */
export const payloadOf = (row: EventRow): string => JSON.stringify(showEvent(row));
