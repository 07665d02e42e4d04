import type { MovementKind } from '#contract/imports/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { onPaper, type PersonalDataList } from '#server/platform/people/personal-data.ts';

type Movement = { day: string; kind: MovementKind; currency: string; amount: bigint; details: string | null };

const kindName = (kind: MovementKind) => {
  if (kind === 'transfer') return 'wallets.transfer';
  return kind === 'trade' ? 'wallets.account_dealing' : `wallets.kind_${kind}`;
};

/** What the person did in another system before coming here. */
export const historyData: readonly PersonalDataList[] = [
  {
    name: 'earlier_history',
    tables: ['imported_movement'],
    rows: (id) => sql`
      select day::text as day, kind, currency, amount, outside_id as number, account_number, details
      from imported_movement where client_id = ${id} order by day, id`,
    money: { amount: 'currency' },
    paper: onPaper<Movement>('wallets.earlier_title', [
      { header: 'wallets.at', width: 18, cell: ({ day }, words) => words.day(day) },
      { header: 'wallets.operation', width: 22, cell: ({ kind }, { text }) => text(kindName(kind)) },
      { header: 'wallets.statement_details', width: 38, cell: ({ details }) => details ?? '' },
      {
        header: 'wallets.amount',
        width: 22,
        numeric: true,
        cell: ({ amount, currency }, { money }) => money(amount, currency),
      },
    ]),
  },
];
