import type { Role } from '#contract/kernel/endpoint.ts';
import type { Language } from '#contract/kernel/languages.ts';

/** The password of every person in the demo. */
export const demoPassword = 'quiet-harbour-42';

/** One of the people of the demo, screenshots, browser tests and docs. The story is a message key. */
export interface DemoPerson {
  id: string;
  firstName: string;
  secondName: string;
  email: string;
  country: string;
  phone?: string;
  address?: string;
  language: Language;
  roles: Role[];
  verified: boolean;
  /** The verification level that compliance has approved. */
  level: number;
  /** Id of the personal manager. */
  personalManager?: string;
  joinedDaysAgo: number;
  story: string;
}

const clients: DemoPerson[] = [
  {
    id: 'nora',
    firstName: 'Nora',
    secondName: 'Byrne',
    email: 'nora.byrne@example.com',
    country: 'IE',
    language: 'en',
    roles: ['client'],
    verified: false,
    level: 0,
    joinedDaysAgo: 0.2,
    story: 'demo.story_nora',
  },
  {
    id: 'tomas',
    firstName: 'Tomáš',
    secondName: 'Novák',
    email: 'tomas.novak@example.com',
    country: 'CZ',
    language: 'cs',
    roles: ['client'],
    verified: true,
    level: 2,
    joinedDaysAgo: 41,
    story: 'demo.story_tomas',
  },
  {
    id: 'sofia',
    firstName: 'Sofia',
    secondName: 'Marchetti',
    email: 'sofia.marchetti@example.com',
    country: 'IT',
    language: 'en',
    roles: ['client'],
    verified: true,
    level: 3,
    joinedDaysAgo: 124,
    story: 'demo.story_sofia',
  },
  {
    id: 'katarzyna',
    firstName: 'Katarzyna',
    secondName: 'Wójcik',
    email: 'katarzyna.wojcik@example.com',
    country: 'PL',
    language: 'pl',
    roles: ['client'],
    verified: true,
    level: 3,
    joinedDaysAgo: 96,
    story: 'demo.story_katarzyna',
  },
  {
    id: 'lukas',
    firstName: 'Lukas',
    secondName: 'Brandt',
    email: 'lukas.brandt@example.com',
    country: 'DE',
    phone: '+4930901820',
    address: 'Lindenallee 12, 10115 Berlin',
    language: 'de',
    roles: ['client'],
    verified: true,
    level: 3,
    personalManager: 'amelia',
    joinedDaysAgo: 203,
    story: 'demo.story_lukas',
  },
  {
    id: 'layla',
    firstName: 'ليلى',
    secondName: 'حداد',
    email: 'layla.haddad@example.com',
    country: 'AE',
    phone: '+97145550142',
    language: 'ar',
    roles: ['client'],
    verified: true,
    level: 3,
    personalManager: 'amelia',
    joinedDaysAgo: 262,
    story: 'demo.story_layla',
  },
  {
    id: 'james',
    firstName: 'James',
    secondName: 'Okafor',
    email: 'james.okafor@example.com',
    country: 'GB',
    phone: '+442079460018',
    address: '4 Harbour Row, Bristol BS1 4TR',
    language: 'en',
    roles: ['client'],
    verified: true,
    level: 4,
    personalManager: 'amelia',
    joinedDaysAgo: 402,
    story: 'demo.story_james',
  },
];

const staff: DemoPerson[] = [
  {
    id: 'amelia',
    firstName: 'Amelia',
    secondName: 'Hart',
    email: 'amelia.hart@example.com',
    country: 'GB',
    language: 'en',
    roles: ['client', 'support'],
    verified: true,
    level: 1,
    joinedDaysAgo: 500,
    story: 'demo.story_amelia',
  },
  {
    id: 'viktor',
    firstName: 'Viktor',
    secondName: 'Dahl',
    email: 'viktor.dahl@example.com',
    country: 'NO',
    language: 'en',
    roles: ['client', 'compliance'],
    verified: true,
    level: 1,
    joinedDaysAgo: 480,
    story: 'demo.story_viktor',
  },
  {
    id: 'ines',
    firstName: 'Inès',
    secondName: 'Moreau',
    email: 'ines.moreau@example.com',
    country: 'FR',
    language: 'en',
    roles: ['client', 'finance'],
    verified: true,
    level: 1,
    joinedDaysAgo: 450,
    story: 'demo.story_ines',
  },
  {
    id: 'erik',
    firstName: 'Erik',
    secondName: 'Lindqvist',
    email: 'erik.lindqvist@example.com',
    country: 'SE',
    language: 'en',
    roles: ['client', 'finance'],
    verified: true,
    level: 1,
    joinedDaysAgo: 430,
    story: 'demo.story_erik',
  },
  {
    id: 'adam',
    firstName: 'Adam',
    secondName: 'Keller',
    email: 'adam.keller@example.com',
    country: 'CH',
    language: 'en',
    roles: ['client', 'admin'],
    verified: true,
    level: 1,
    joinedDaysAgo: 520,
    story: 'demo.story_adam',
  },
];

/** Clients by what they own, then staff. */
export const demoPeople: readonly DemoPerson[] = [...clients, ...staff];
