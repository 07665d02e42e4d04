import { sectors, type Sector } from '#contract/market/sectors.ts';
import { useText } from './i18n.tsx';

const isKnown = (sector: string): sector is Sector => (sectors as readonly string[]).includes(sector);

/** Gives the name of a sector; one that was written before there was a list stands as it was written. */
export function useSectorName(): (sector: string) => string {
  const t = useText();
  return (sector) => (isKnown(sector) ? t(`common.sector_${sector}`) : sector);
}
