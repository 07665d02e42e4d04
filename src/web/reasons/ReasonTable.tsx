import { ArrowDown, ArrowUp } from 'lucide-react';
import { languageNames, type Language } from '#contract/kernel/languages.ts';
import type { CataloguedReason } from '#contract/reasons/endpoints.ts';
import type { ReasonPurpose } from '#contract/reasons/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { ReasonActions } from './ReasonActions.tsx';
import textStyles from '#web/ui/Text.module.css';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './Reasons.module.css';
import { showCatalogue } from './reasons-query.ts';

interface ReasonTableProps {
  purpose: ReasonPurpose;
  reasons: readonly CataloguedReason[];
  mayChange: boolean;
  fallback: Language;
}

/** The reasons of one purpose in their order. */
export function ReasonTable({ purpose, reasons, mayChange, fallback }: ReasonTableProps) {
  const t = useText();
  const columns: Column<CataloguedReason>[] = [
    { key: 'reason', header: t('reasons.notified_text'), bare: true, cell: (reason) => <Words reason={reason} /> },
    { key: 'state', header: t('reasons.state'), cell: (reason) => <State reason={reason} /> },
    { key: 'languages', header: t('reasons.languages'), cell: (reason) => <Languages reason={reason} /> },
    {
      key: 'acts',
      header: t('reasons.actions'),
      bare: true,
      cell: (reason) => <ReasonActions purpose={purpose} reason={reason} mayChange={mayChange} fallback={fallback} />,
    },
  ];
  const position: Column<CataloguedReason> = {
    key: 'place',
    header: t('reasons.place'),
    bare: true,
    cell: ({ code }) => <Positions purpose={purpose} codes={reasons.map((each) => each.code)} code={code} />,
  };
  return (
    <DataTable
      caption={t(`reasons.purpose_${purpose}`)}
      columns={mayChange ? [position, ...columns] : columns}
      rows={reasons}
      rowKey={({ code }) => code}
      height="compact"
    />
  );
}

function Words({ reason: { code, explanation, advice } }: { reason: CataloguedReason }) {
  return (
    <div className={styles.words}>
      <span dir="auto">{explanation}</span>
      <span className={styles.more}>
        {advice && <span dir="auto">{advice}</span>}
        <code className={textStyles.soft} translate="no">
          {code}
        </code>
      </span>
    </div>
  );
}

function State({ reason: { own, active } }: { reason: CataloguedReason }) {
  const t = useText();
  return (
    <span className={flowStyles.centred4}>
      <Badge tone={active ? 'positive' : 'neutral'}>{t(active ? 'reasons.active' : 'reasons.retired')}</Badge>
      {own && <Badge tone="accent">{t('reasons.own')}</Badge>}
    </span>
  );
}

function Languages({ reason: { own, missing } }: { reason: CataloguedReason }) {
  const t = useText();
  const format = useFormat();
  if (!own || missing.length === 0) return t('reasons.every_language');
  const names = format.list(missing.map((each) => languageNames[each]));
  return <abbr title={names}>{t('reasons.missing_count', { count: missing.length })}</abbr>;
}

interface PositionsProps {
  purpose: ReasonPurpose;
  codes: readonly string[];
  code: string;
}

/** Moves a reason one place up or down. */
function Positions({ purpose, codes, code }: PositionsProps) {
  const t = useText();
  const form = useCallForm({ codes: '' });
  const at = codes.indexOf(code);
  const move = (by: 1 | -1) =>
    form.submit(async () => {
      const order = codes.toSpliced(at, 1).toSpliced(at + by, 0, code);
      showCatalogue(await call('POST /api/staff/reasons/order', { body: { purpose, codes: order } }));
    })();
  return (
    <>
      <span className={flowStyles.centred4}>
        <IconButton label={t('reasons.up')} disabled={at === 0} onClick={() => move(-1)}>
          <ArrowUp {...icon} />
        </IconButton>
        <IconButton label={t('reasons.down')} disabled={at === codes.length - 1} onClick={() => move(1)}>
          <ArrowDown {...icon} />
        </IconButton>
      </span>
      <FormErrors messages={form.messages} />
    </>
  );
}
