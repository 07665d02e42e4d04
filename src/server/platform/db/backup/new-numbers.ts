import { newClient } from '../connection/client.ts';

/** Of rows that programs read in the order of their numbers, and keep these. */
const sequences = ['operator_event_seq_seq', 'ledger_posting_id'];

/**
 * Makes a restored database go on with numbers that it has never given, also where the same backup was restored before: the
 * clock in microseconds. Programs notice by the leap that rows which they have read are gone.
 */
export const newNumbers = `
  select setval(format('%I.%I', schemaname, sequencename)::regclass,
                greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint, coalesce(last_value, 0) + 2000000))
  from pg_sequences where sequencename in (${sequences.map((name) => `'${name}'`).join(', ')})`;

/** @param url of the owner */
export async function giveNewNumbers(url: string): Promise<void> {
  const client = newClient({ connectionString: url, application_name: 'atrium restore' });
  try {
    await client.connect();
    await client.query(newNumbers);
  } finally {
    await client.end();
  }
}
