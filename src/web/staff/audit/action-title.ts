import { auditRooms, auditTextOf, isAuditAct, type AuditAct } from '#contract/audit-names.ts';
import { intlTagOf } from '#contract/languages.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';

/** Acts to choose from as the reader calls them, room by room, with those that the product no longer knows at the end. */
export function useActsByRoom() {
  const t = useText();
  const { compare } = new Intl.Collator(intlTagOf(useLanguage()));
  const sorted = <Labelled extends { label: string }>(all: Labelled[]) =>
    all.toSorted((a, b) => compare(a.label, b.label));
  const choiceOf = (act: AuditAct) => ({ value: act, label: t(auditTextOf(act)) });
  return (acts: readonly string[]) => {
    const known = acts.filter(isAuditAct);
    const rooms = auditRooms.map((room) => ({
      label: t(`audit.room_${room}`),
      options: sorted(known.filter((act) => act.startsWith(`${room}.`)).map(choiceOf)),
    }));
    return [
      ...sorted(rooms.filter(({ options }) => options.length > 0)),
      ...acts.filter((act) => !isAuditAct(act)).map((act) => ({ value: act, label: act })),
    ];
  };
}
