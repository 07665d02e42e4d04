/** An entity in FollowTheMoney form, invented. */
export interface Entity {
  id: string;
  caption: string;
  schema: 'Person' | 'LegalEntity' | 'Company';
  properties: Record<string, string[]>;
  datasets: string[];
  referents: string[];
  first_seen: string;
  last_seen: string;
  last_change: string;
}

/** The entity that a working index always finds. */
export const controlName = 'Zoltan Ferenc Kontrolny';

const lists = [
  { dataset: 'invented_sanctions', topics: ['sanction'] },
  { dataset: 'invented_sanctions', topics: ['sanction.linked'] },
  { dataset: 'invented_peps', topics: ['role.pep'] },
  { dataset: 'invented_peps', topics: ['role.rca'] },
  { dataset: 'invented_warrants', topics: ['wanted', 'crime'] },
] as const;

const firstNames = ['Boris', 'Galina', 'Hamza', 'Irina', 'Jorge', 'Kenji', 'Leila', 'Marko'];
const lastNames = ['Drakovic', 'Estrellado', 'Fakharian', 'Gromovsky', 'Hollowbrook'];
const countries = ['ru', 'ir', 'rs', 'by', 'sy'];

/** 39 people, each of whom is on one of the lists, and the one that the control query looks for. */
export function inventEntities(): Entity[] {
  const people = lastNames.flatMap((last, row) =>
    firstNames.map((first, column) => {
      const number = row * firstNames.length + column;
      const { dataset, topics } = lists[number % lists.length] ?? lists[0];
      return entity(`NK-invented${number}`, `${first} ${last}`, {
        dataset,
        topics: [...topics],
        birthDate: `${1950 + number}-0${(number % 9) + 1}-1${number % 10}`,
        country: countries[row] ?? 'ru',
      });
    }),
  );
  const control = entity('NK-control', controlName, {
    dataset: 'invented_sanctions',
    topics: ['sanction'],
    birthDate: '1961-01-01',
    country: 'hu',
  });
  return [control, ...people.slice(0, 39)];
}

interface Facts {
  dataset: string;
  topics: string[];
  birthDate: string;
  country: string;
}

const entity = (id: string, name: string, { dataset, topics, birthDate, country }: Facts): Entity => ({
  id,
  caption: name,
  schema: 'Person',
  properties: { name: [name], birthDate: [birthDate], country: [country], nationality: [country], topics },
  datasets: [dataset],
  referents: [`src-${id.slice(3)}`],
  first_seen: '2024-01-01T00:00:00',
  last_seen: '2026-11-22T00:00:00',
  last_change: '2025-06-01T00:00:00',
});
