import { declarations, type Declared } from '#contract/modules.ts';

/** The actions of each module, by its word. */
type Actions = Declared<'auditActions'>;
/** The first words of actions. */
export type AuditModule = Actions extends infer Of ? (Of extends Of ? keyof Of & string : never) : never;
/** Those of one module. */
export type AuditActionOf<Word extends AuditModule, Of = Actions> =
  Of extends Readonly<Record<Word, readonly (infer Name extends string)[]>> ? `${Word}.${Name}` : never;

/** As the log stores it, and as its endpoint is called where it has one of its own: `clients.set_level`. */
export type AuditAction = { [Word in AuditModule]: AuditActionOf<Word> }[AuditModule];

const actions = declarations.flatMap(({ auditActions = {} }) => Object.entries(auditActions));
export const auditModules = actions.map(([word]) => word) as AuditModule[];
export const allAuditActions = actions.flatMap(([word, names]) =>
  names.map((name) => `${word}.${name}`),
) as AuditAction[];

type TextOf<Action extends string> = Action extends `${infer Module}.${infer Name}`
  ? `audit.action_${Module}_${Name}`
  : never;

/** The key of an action’s text. The browser’s catalogue of texts makes it a type error that one is not. */
export const auditTextOf = (action: AuditAction): TextOf<AuditAction> =>
  `audit.action_${action.replace('.', '_')}` as TextOf<AuditAction>;

/** Whether the product still knows an action that the log names. */
export const isAuditAction = (action: string): action is AuditAction =>
  (allAuditActions as readonly string[]).includes(action);
