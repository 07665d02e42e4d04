import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import lines from '#web/ui/tables/Lines.module.css';

/** What two people agree on about a connection: its settings, and new secrets by their last characters. */
export function ConnectionRequest({
  approvalRequest: { value },
}: {
  approvalRequest: ApprovalRequestOf<'connection'>;
}) {
  const t = useText();
  return (
    <div>
      <p>{t(`approvals.connection_${value.act}`)}</p>
      <ul className={lines.facts} translate="no" dir="ltr">
        <li>{value.adapter}</li>
        {Object.entries(value.value.settings).map(([name, setting]) => (
          <li key={name}>
            {name}: {String(setting)}
          </li>
        ))}
        {value.secrets.map(({ name, hint }) => (
          <li key={name}>
            {name}: •••• {hint}
          </li>
        ))}
      </ul>
    </div>
  );
}
