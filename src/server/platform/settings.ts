import { accentsOf, type Accents } from '#contract/kernel/brand-color.ts';
import { languages, type Language, type TextByLanguage } from '#contract/kernel/languages.ts';
import { textFor } from '#contract/kernel/text/text-for.ts';
import { settingsCatalogue, type ReadyKey, type ReadyValues } from '#contract/settings/catalogue.ts';
import type { BrandLink } from '#contract/settings/values/links.ts';
import type { SettingKey } from '#contract/settings/names.ts';
import type { BrandFont, OtherBrand } from '#contract/settings/values/other-brands.ts';
import type { Config } from './config/config.ts';
import { followTopic } from './db/follow-topic.ts';
import type { Db, Log } from './db/database.ts';
import { sql } from './db/sql.ts';
import { nameIn } from './http/own-host.ts';

/** A brand of the operator, for every page, email, document and manifest. */
export interface Brand {
  /** What its people bear in `person.brand`; null for the first one. */
  id: string | null;
  /** Where its client area is, without a slash at the end. */
  url: string;
  name: string;
  /** `#rrggbb`, as it was chosen. */
  color: string;
  /** What of it can be read, in each theme. */
  accents: Accents;
  /** Addresses below our own of the pictures, PNG, for light and dark grounds; null where the drawn mark is used. */
  logo: { light: string; dark: string } | null;
  /** The picture on paper, which is light, by its id. */
  paperLogo: string | null;
  /** Address below our own of the style sheet for its font; null where it has that of the product. */
  fontSheet: string | null;
  /** Lines about the company, under emails and documents. */
  company: readonly string[];
  supportEmail: string | null;
  /** Emails come from this address; null for that of the mail server's setting. */
  sender: string | null;
  /** Its own language, in which its texts are for readers in whose language there is none, and those that it offers. */
  language: Language;
  languages: readonly Language[];
  /** Small print for clients, and the operator's other websites; those of the first brand where it has none of its own. */
  footer: TextByLanguage;
  links: readonly BrandLink[];
}

/** The small print for a reader; null where the operator wrote none. */
export const footerFor = ({ footer, language: other }: Brand, language: Language) => textFor(footer, language, other);

/** The operator's settings as they are now; every process follows within a moment. */
export interface OperatorSettings {
  /** What holds: the environment's word, else the newest version, else the catalogue's first value. */
  value<Key extends ReadyKey>(key: Key): ReadyValues[Key];
  /** The one with this id, which a person bears; the first one where there is none, or no longer. */
  brand(id?: string | null): Brand;
  /** The one whose client area is reached by this name; the first one for every other name. Ports do not count. */
  brandAt(host: string): Brand;
  /** The one with this name of a host; undefined for every other name. */
  brandNamed(host: string): Brand | undefined;
  /** The name of the host of a person's brand; null while there is one brand only. */
  hostOfBrand(id: string | null): string | null;
  /** Whether the environment sets it, so that it cannot be changed here. */
  isGiven(key: SettingKey): boolean;
  /** Whether it is set up; until then only the setup responds. An open installation stays open. */
  isOpen(): boolean;
  /** Reads all of them again. */
  reload(): Promise<void>;
  /** Starts to follow other processes. */
  follow(): void;
  stop(): void;
}

/** While notices may be missed. */
const pollMs = 1000;

export async function openSettings({
  config,
  db,
  log,
}: {
  config: Config;
  db: Db;
  log: Log;
}): Promise<OperatorSettings> {
  let values = config.given;
  let brands = brandsOf(valueOf, config.appUrl);
  let open = !config.setup;
  let stop: (() => void) | undefined;

  function valueOf<Key extends ReadyKey>(key: Key): ReadyValues[Key] {
    return values[key] ?? (settingsCatalogue[key].initial as ReadyValues[Key]);
  }

  async function reload(): Promise<void> {
    values = { ...validValues(await readVersions(db), log), ...config.given };
    brands = brandsOf(valueOf, config.appUrl);
    open ||= await isInhabited(db);
  }

  const brand = (id: string | null = null) => brands.others.find((each) => each.id === id) ?? brands.first;

  await reload();
  return {
    value: valueOf,
    brand,
    brandAt: (host) => brands.byHost.get(nameIn(host)) ?? brands.first,
    brandNamed: (host) => brands.byHost.get(nameIn(host)),
    hostOfBrand: (id) => (brands.others.length === 0 ? null : hostNameOf(brand(id))),
    isOpen: () => open,
    isGiven: (key) => key in config.given,
    reload,
    follow() {
      const again = () =>
        void reload().catch((error: unknown) => log.warn({ err: error }, 'the settings were not read'));
      stop ??= followTopic(db, 'settings', again, pollMs);
    },
    stop() {
      stop?.();
      stop = undefined;
    },
  };
}

/**
 * The setup makes the first profile, in one transaction; an installation from before there was a setup has profiles
 * too.
 */
async function isInhabited(db: Db): Promise<boolean> {
  const { inhabited } = await db.one<{ inhabited: boolean }>(sql`select exists (select from person) as inhabited`);
  return inhabited;
}

type Versions = Record<string, unknown>;

async function readVersions(db: Db): Promise<Versions> {
  const { versions } = await db.one<{ versions: Versions }>(sql`
    select coalesce(jsonb_object_agg(key, value), '{}') as versions
    from (select distinct on (key) key, value from setting_version order by key, number desc) newest`);
  return versions;
}

/** A value that an older version of the product accepted, and this one does not, counts as not set. */
function validValues(versions: Versions, log: Log): Partial<ReadyValues> {
  const read = Object.entries(settingsCatalogue).flatMap(([key, entry]) => {
    if (!('initial' in entry) || versions[key] === undefined) return [];
    const { success, data } = entry.shape.safeParse(versions[key]);
    if (!success) log.warn({ key }, 'the stored value of a setting is no longer valid');
    return success ? [[key, data]] : [];
  });
  return Object.fromEntries(read) as Partial<ReadyValues>;
}

interface Brands {
  first: Brand;
  others: readonly Brand[];
  byHost: ReadonlyMap<string, Brand>;
}

function brandsOf(value: OperatorSettings['value'], appUrl: string): Brands {
  const shared = { footer: value('brand.footer'), links: value('brand.links') };
  const first = brandOf({
    ...shared,
    id: null,
    url: appUrl,
    name: value('brand.name'),
    color: value('brand.color'),
    logo_light: value('brand.logo_light'),
    logo_dark: value('brand.logo_dark'),
    font: value('brand.font'),
    company: value('brand.company'),
    support_email: value('brand.support_email'),
    sender: null,
    language: value('brand.language'),
    languages,
  });
  const others = value('brands.others').map(({ host, footer, links, ...brand }) =>
    brandOf({
      ...brand,
      footer: footer ?? shared.footer,
      links: links ?? shared.links,
      url: addressAt(appUrl, host),
    }),
  );
  return { first, others, byHost: new Map([first, ...others].map((brand) => [hostNameOf(brand), brand])) };
}

const hostNameOf = ({ url }: Brand) => new URL(url).hostname;

/** The same server by another name. */
function addressAt(appUrl: string, host: string): string {
  const url = new URL(appUrl);
  url.hostname = host;
  return url.origin;
}

type Written = Omit<OtherBrand, 'id' | 'host' | 'languages' | 'footer' | 'links'> &
  Pick<Brand, 'id' | 'url' | 'languages' | 'footer' | 'links'>;

function brandOf({
  logo_light: light,
  logo_dark: dark,
  font,
  company,
  support_email: supportEmail,
  ...rest
}: Written): Brand {
  const either = light ?? dark;
  return {
    ...rest,
    accents: accentsOf(rest.color),
    paperLogo: either,
    logo: either === null ? null : { light: pictureAddress(light ?? either), dark: pictureAddress(dark ?? either) },
    fontSheet: font && sheetAddress(font),
    company: company.split('\n').filter(Boolean),
    supportEmail,
  };
}

/** The address of a font, below our own. */
export const fontAddress = (id: string) => `/api/brand/${id}.woff2`;

/** The address of the style sheet that makes pages use the font. */
const sheetAddress = ({ regular, semibold }: NonNullable<BrandFont>) =>
  `/api/brand/${[regular, ...(semibold ? [semibold] : [])].join('_')}.css`;

/** The address of a picture of the brand, below our own. */
export const pictureAddress = (id: string) => `/api/brand/${id}.png`;
