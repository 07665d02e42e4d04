import { accentsOf, type Accents } from '#contract/brand-color.ts';
import { houseCatalogue, type ReadyKey, type ReadyValues } from '#contract/settings-catalogue.ts';
import type { HouseKey } from '#contract/settings-names.ts';
import type { Config } from './config.ts';
import type { Db, Log } from './db/database.ts';
import { sql } from './db/sql.ts';

/** How the operator presents himself, for every page, mail, document and manifest. */
export interface Brand {
  name: string;
  /** `#rrggbb`, as it was chosen. */
  color: string;
  /** What of it can be read, in each theme. */
  accents: Accents;
  /** Addresses below our own of the pictures, PNG, for light and dark grounds; null where the drawn mark stands. */
  logo: { light: string; dark: string } | null;
  /** Lines about the company, under mails and documents. */
  company: readonly string[];
  supportEmail: string | null;
}

/** The settings of the house as they are now; every process follows within a second. */
export interface House {
  /** What holds: the environment's word, else the newest version, else the catalogue's first value. */
  value<Key extends ReadyKey>(key: Key): ReadyValues[Key];
  brand(): Brand;
  /** Whether the environment says it, so that nobody can change it here. */
  isGiven(key: HouseKey): boolean;
  /** Whether it is set up; until then nothing but the set-up answers. What is open stays so. */
  isOpen(): boolean;
  /** Reads all of it anew. */
  look(): Promise<void>;
  /** Begins to follow what other processes do. */
  follow(): void;
  stop(): void;
}

const followMs = 1000;

export async function openHouse({ config, db, log }: { config: Config; db: Db; log: Log }): Promise<House> {
  let values = config.given;
  let brand = brandOf(valueOf);
  let open = !config.setup;
  let timer: NodeJS.Timeout | undefined;

  function valueOf<Key extends ReadyKey>(key: Key): ReadyValues[Key] {
    return values[key] ?? (houseCatalogue[key].initial as ReadyValues[Key]);
  }

  async function look(): Promise<void> {
    values = { ...readable(await readVersions(db), log), ...config.given };
    brand = brandOf(valueOf);
    open ||= await isInhabited(db);
  }

  await look();
  return {
    value: valueOf,
    brand: () => brand,
    isOpen: () => open,
    isGiven: (key) => key in config.given,
    look,
    follow() {
      const again = () => look().catch((error: unknown) => log.warn({ err: error }, 'the settings were not read'));
      timer ??= setInterval(() => void again(), followMs).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** The first profile is made by the set-up, in one transaction; a house from before there was one has profiles too. */
async function isInhabited(db: Db): Promise<boolean> {
  const { inhabited } = await db.one<{ inhabited: boolean }>(sql`select exists (select from client) as inhabited`);
  return inhabited;
}

type Versions = Record<string, unknown>;

async function readVersions(db: Db): Promise<Versions> {
  const { versions } = await db.one<{ versions: Versions }>(sql`
    select coalesce(jsonb_object_agg(key, value), '{}') as versions
    from (select distinct on (key) key, value from setting_version order by key, number desc) newest`);
  return versions;
}

/** A value that an older version of the product took, and this one does not, is as if nobody had chosen. */
function readable(versions: Versions, log: Log): Partial<ReadyValues> {
  const read = Object.entries(houseCatalogue).flatMap(([key, entry]) => {
    if (!('initial' in entry) || versions[key] === undefined) return [];
    const { success, data } = entry.shape.safeParse(versions[key]);
    if (!success) log.warn({ key }, 'the value of a setting is none any more');
    return success ? [[key, data]] : [];
  });
  return Object.fromEntries(read) as Partial<ReadyValues>;
}

function brandOf(value: House['value']): Brand {
  const color = value('brand.color');
  const [light, dark] = [value('brand.logo_light'), value('brand.logo_dark')];
  const either = light ?? dark;
  return {
    name: value('brand.name'),
    color,
    accents: accentsOf(color),
    logo: either === null ? null : { light: pictureAddress(light ?? either), dark: pictureAddress(dark ?? either) },
    company: value('brand.company').split('\n').filter(Boolean),
    supportEmail: value('brand.support_email'),
  };
}

/** Where a picture of the brand is to be had, below our own address. */
export const pictureAddress = (id: string) => `/api/brand/${id}.png`;
