import { languageNames, type Language } from '#contract/kernel/languages.ts';
import type { CataloguedReason } from '#contract/reasons/endpoints.ts';
import type { ReasonPurpose } from '#contract/reasons/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { State } from '#web/ui/State.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { ReasonActions } from './ReasonActions.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './Reasons.module.css';

interface ReasonTableProps {
  purpose: ReasonPurpose;
  reasons: readonly CataloguedReason[];
  mayChange: boolean;
  fallback: Language;
}

/** The reasons of one purpose in their order. */
export function ReasonTable({ purpose, reasons, mayChange, fallback }: ReasonTableProps) {
  const t = useText();
  const codes = reasons.map(({ code }) => code);
  const columns: Column<CataloguedReason>[] = [
    {
      key: 'reason',
      header: t('reasons.notified_text'),
      bare: true,
      grows: true,
      cell: (reason) => <Words reason={reason} />,
    },
    {
      key: 'state',
      header: t('reasons.state'),
      width: '9rem',
      // Of one that is given as it came there is nothing to say.
      cell: (reason) => (reason.own || !reason.active) && <ReasonState reason={reason} />,
    },
    {
      key: 'languages',
      header: t('reasons.languages'),
      width: '9rem',
      cell: (reason) => reason.own && reason.missing.length > 0 && <Languages reason={reason} />,
    },
    {
      key: 'acts',
      header: t('reasons.actions'),
      acts: true,
      cell: (reason) =>
        (mayChange || reason.own) && <ReasonActions {...{ purpose, codes, reason, mayChange, fallback }} />,
    },
  ];
  return (
    <DataTable caption={t(`reasons.purpose_${purpose}`)} columns={columns} rows={reasons} rowKey={({ code }) => code} />
  );
}

function Words({ reason: { code, explanation, advice } }: { reason: CataloguedReason }) {
  return (
    <div className={styles.words} title={code}>
      <span dir="auto">{explanation}</span>
      {advice && (
        <span className={styles.more} dir="auto">
          {advice}
        </span>
      )}
    </div>
  );
}

function ReasonState({ reason: { own, active } }: { reason: CataloguedReason }) {
  const t = useText();
  return (
    <span className={flowStyles.centred4}>
      <State>{t(active ? 'reasons.active' : 'reasons.retired')}</State>
      {own && <Badge tone="accent">{t('reasons.own')}</Badge>}
    </span>
  );
}

/** The languages that it lacks. */
function Languages({ reason: { missing } }: { reason: CataloguedReason }) {
  const t = useText();
  const format = useFormat();
  const names = format.list(missing.map((each) => languageNames[each]));
  return <abbr title={names}>{t('reasons.missing_count', { count: missing.length })}</abbr>;
}
