import type { Ticket } from '#contract/support.ts';
import { sql } from '#server/platform/db/sql.ts';

/** A ticket as the database gives it. */
export type TicketRow = Omit<Ticket, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };

export const ticketColumns = sql`id as ticket_id, number, subject, category, status, created_at, updated_at`;

export function ticketFrom(row: TicketRow): Ticket {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}
