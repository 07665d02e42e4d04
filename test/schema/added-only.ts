import { parse } from 'libpg-query';
import type { Migration } from '#server/platform/db/migrations.ts';

/** The parts of PostgreSQL's own tree of a statement that the rule reads. */
interface Statement {
  CreateStmt?: { relation: Relation };
  AlterTableStmt?: { relation: Relation; cmds: { AlterTableCmd: AlterTableCmd }[] };
  IndexStmt?: { relation: Relation; concurrent?: boolean; unique?: boolean };
  CreateTrigStmt?: { relation: Relation };
  GrantStmt?: { is_grant?: boolean };
  DropStmt?: { removeType: string; concurrent?: boolean };
}
interface Relation {
  relname: string;
}
interface AlterTableCmd {
  subtype: string;
  def?: { ColumnDef?: { constraints?: { Constraint: Constraint }[] } };
}
interface Constraint {
  contype: string;
  raw_expr?: { A_Const?: unknown; TypeCast?: { arg: { A_Const?: unknown } }; FuncCall?: { funcname: unknown[] } };
}

/** Statements that neither take anything away nor keep a table from those who use it. */
const harmless = new Set([
  'CommentStmt',
  'CreateExtensionStmt',
  'CreateFunctionStmt',
  'CreateSeqStmt',
  'InsertStmt',
  'VacuumStmt',
  'ViewStmt',
]);

const harmlessChanges = new Set(['AT_DropConstraint', 'AT_DropNotNull', 'AT_ValidateConstraint']);

/**
 * The statements of a migration that are not allowed while instances of an older version serve: they would read what is gone, be
 * refused what they write, or wait for the whole of a large table. Reads each by PostgreSQL's own parser.
 */
export async function notOnlyAdded({ text }: Pick<Migration, 'text'>): Promise<string[]> {
  const { stmts } = (await parse(text)) as {
    stmts: { stmt: Statement; stmt_location?: number; stmt_len?: number }[];
  };
  const bytes = Buffer.from(text);
  const made = new Set(stmts.flatMap(({ stmt }) => stmt.CreateStmt?.relation.relname ?? []));
  return stmts
    .filter(({ stmt }) => !isAdded(stmt, made))
    .map(({ stmt_location: at = 0, stmt_len: length = bytes.length }) =>
      bytes
        .subarray(at, at + length)
        .toString()
        .replaceAll(/--.*$/gm, '')
        .trim(),
    );
}

function isAdded(statement: Statement, made: Set<string>): boolean {
  const {
    AlterTableStmt: alter,
    IndexStmt: index,
    DropStmt: drop,
    CreateTrigStmt: trigger,
    GrantStmt: grant,
  } = statement;
  if (statement.CreateStmt) return true;
  if (alter) return made.has(alter.relation.relname) || alter.cmds.every(({ AlterTableCmd: cmd }) => isAddedTo(cmd));
  // What an older version writes may be twice the same for a new unique index, and is not written with a new trigger in mind.
  if (index) return made.has(index.relation.relname) || (index.concurrent === true && index.unique !== true);
  if (trigger) return made.has(trigger.relation.relname);
  if (grant) return grant.is_grant === true;
  if (drop) return drop.removeType === 'OBJECT_INDEX' && drop.concurrent === true;
  return Object.keys(statement).every((kind) => harmless.has(kind));
}

/** A column is added without a look at each row when its default is the same for all of them. */
function isAddedTo({ subtype, def }: AlterTableCmd): boolean {
  // Without its default, a column is empty in the rows of an older version.
  if (subtype === 'AT_ColumnDefault') return def !== undefined;
  if (subtype !== 'AT_AddColumn') return harmlessChanges.has(subtype);
  const constraints = (def?.ColumnDef?.constraints ?? []).map(({ Constraint: constraint }) => constraint);
  const given = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT');
  const isFilled = !constraints.some(({ contype }) => contype === 'CONSTR_NOTNULL') || given !== undefined;
  const others = constraints.filter(
    ({ contype }) => !['CONSTR_DEFAULT', 'CONSTR_NOTNULL', 'CONSTR_NULL'].includes(contype),
  );
  return isFilled && others.length === 0 && (given === undefined || isSameForAll(given));
}

function isSameForAll({ raw_expr: value }: Constraint): boolean {
  const isNow = JSON.stringify(value?.FuncCall?.funcname) === JSON.stringify([{ String: { sval: 'now' } }]);
  return value?.A_Const !== undefined || value?.TypeCast?.arg.A_Const !== undefined || isNow;
}
