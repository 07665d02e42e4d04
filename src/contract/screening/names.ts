// Without the schema library, so that the browser may import it for real.

/** What an entity is listed for: `exposed` is a politically exposed person, or someone close. */
export const hitKinds = ['sanction', 'exposed', 'other'] as const;
export type HitKind = (typeof hitKinds)[number];

const exposed = new Set(['role.pep', 'role.rca', 'role.pol']);

/** What a topic of an entity says; an unknown one is for staff to look at. */
export const kindOfTopic = (topic: string): HitKind =>
  topic === 'sanction' || topic.startsWith('sanction.') ? 'sanction' : exposed.has(topic) ? 'exposed' : 'other';

export const hitDecisions = ['cleared', 'confirmed'] as const;
export type HitDecision = (typeof hitDecisions)[number];
export const hitStates = ['open', ...hitDecisions] as const;
export type HitState = (typeof hitStates)[number];

/** Why a name is compared. */
export const screeningReasons = ['registration', 'identity', 'payee', 'nightly'] as const;
export type ScreeningReason = (typeof screeningReasons)[number];

export const hitViews = ['open', 'confirmed', 'cleared'] as const;

/** Lists older than this are an alarm. */
export const oldListHours = 48;
