import type { FigureName } from '#contract/dashboard/names.ts';
import type { Path } from '#web/platform/navigation/path.ts';

const payments = (kind: string) => (from: string, to: string) =>
  `/admin/money?view=all${kind && `&kind=${kind}`}&from=${from}&to=${to}` as Path;

const lists: Partial<Record<FigureName, (from: string, to: string) => Path>> = {
  deposits: payments('deposit'),
  withdrawals: payments('withdrawal'),
  net: payments(''),
  registrations: (from, to) => `/admin/clients?registered_from=${from}&registered_to=${to}` as Path,
};

/** The list of staff that holds what a figure counts on these days; null where no list does. */
export const listOf = (name: FigureName, from: string, to: string): Path | null => lists[name]?.(from, to) ?? null;
