import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/i18n/format.ts';
import textStyles from '#web/ui/Text.module.css';

interface WhatProps {
  name: string | null;
  text: ReactNode;
  on: string | null;
}

/** A movement of a statement: the other party, what else is known of it, and the day. */
export function What({ name, text, on }: WhatProps) {
  const format = useFormat();
  return (
    <>
      {name && <bdi>{name}</bdi>}
      <p className={name ? textStyles.soft : undefined}>{text}</p>
      {on && <p className={textStyles.soft}>{format.day(on)}</p>}
    </>
  );
}
