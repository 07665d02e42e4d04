import type { CSSProperties } from 'react';
import type { Accents } from '#contract/kernel/brand-color.ts';

/** The operator's colour in both themes, as properties that tokens.css takes up; the policy allows them on an element. */
const propertiesOf = ({ light, dark }: Accents) => ({
  '--light-fill': light.fill,
  '--light-ink': light.ink,
  '--dark-fill': dark.fill,
  '--dark-ink': dark.ink,
});

/** The same for a part of the page that shows another colour. */
export const accentStyle = (accents: Accents) => propertiesOf(accents) as CSSProperties;

/** Gives the whole page the operator's colour. */
export function wearAccents(accents: Accents): void {
  for (const [name, color] of Object.entries(propertiesOf(accents)))
    document.documentElement.style.setProperty(name, color);
}
