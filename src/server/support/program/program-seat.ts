import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { takeSeat, type Seat } from '../room.ts';

/** A program's scope seats it among support, whatever roles the administrator of its key has by now. */
export const asSupport = ({ id }: { id: string }): Pick<Person, 'id' | 'roles'> => ({ id, roles: ['support'] });

/**
 * The ticket under its lock, for a program that acts for this administrator. In an administrator's own ticket, they are
 * the client.
 * @throws Refusal `http.not_found`
 */
export async function lockTicket(tx: Tx, by: { id: string }, ticketId: string): Promise<Seat> {
  const seat = await takeSeat(tx, asSupport(by), ticketId, 'lock');
  if (seat.side === 'client' || seat.room.kind !== 'ticket') throw notFound();
  return seat;
}

export async function firstNameOf(tx: Tx, personId: string): Promise<string> {
  const { name } = await tx.one<{ name: string }>(sql`select first_name as name from person where id = ${personId}`);
  return name;
}
