import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import { importSubjects } from '#contract/imports/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import lines from '#web/ui/tables/Lines.module.css';

/** What two people agree on about an import: how many of what, with which levels and how much money. */
export function ImportRequest({ approvalRequest: { value } }: { approvalRequest: ApprovalRequestOf<'import'> }) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <p className={lines.facts}>
        <bdi>{value.file}</bdi>
        {importSubjects.map((subject) => {
          const count = value[subject];
          return (
            count !== undefined && (
              <span key={subject}>
                {format.label(t(`approvals.import_${subject}`))}
                {format.number(count)}
              </span>
            )
          );
        })}
        {value.totals.map(({ currency, amount }) => (
          <Sum key={currency} amount={amount} currency={currency} />
        ))}
      </p>
      {value.levels.length > 0 && (
        <p className={lines.facts}>
          {value.levels.map(({ level, count }) => (
            <span key={level}>
              {format.label(t(`staff.level_${level as 0 | 1 | 2 | 3 | 4}`))}
              {format.number(count)}
            </span>
          ))}
        </p>
      )}
    </>
  );
}
