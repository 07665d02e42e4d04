import { parse } from 'libpg-query';
import type { Migration } from '#server/platform/db/migrations.ts';

/** The parts of PostgreSQL's own tree of a statement that the rule reads. */
interface Statement {
  CreateStmt?: Table;
  AlterTableStmt?: { relation: Relation; cmds: { AlterTableCmd: AlterTableCmd }[] };
  IndexStmt?: { relation: Relation; concurrent?: boolean; unique?: boolean };
  CreateTrigStmt?: { relation: Relation };
  InsertStmt?: { relation: Relation; withClause?: unknown };
  CreateFunctionStmt?: { replace?: boolean };
  ViewStmt?: { replace?: boolean };
  GrantStmt?: { is_grant?: boolean };
}
interface Table {
  relation: Relation;
  if_not_exists?: boolean;
  inhRelations?: unknown[];
}
interface Relation {
  relname: string;
}
interface AlterTableCmd {
  subtype: string;
  def?: { ColumnDef?: { typeName?: unknown; constraints?: { Constraint: Constraint }[] } };
}
interface Constraint {
  contype: string;
  raw_expr?: { A_Const?: unknown; TypeCast?: { arg: { A_Const?: unknown } }; FuncCall?: { funcname: unknown[] } };
}

/** Statements that make something which older versions do not use. Those that make tables and the like are judged by their parts. */
const harmless = new Set(['CommentStmt', 'CreateExtensionStmt', 'CreateSeqStmt', 'VacuumStmt']);

/** Precedes a statement that a reader has to judge, with the reason why it harms no older version. */
const remark = /^-- older versions: \S.*$/m;

/**
 * The statements of a migration that may harm instances of an older version which serve: they would read what is gone or
 * what they do not know, be refused what they write, or wait for the whole of a large table. What was there before stays
 * as it is, unless a remark before the statement says why that harms none. Reads each by PostgreSQL's own parser.
 */
export async function notOnlyAdded({ text }: Pick<Migration, 'text'>): Promise<string[]> {
  const { stmts } = (await parse(text)) as {
    stmts: { stmt: Statement; stmt_location?: number; stmt_len?: number }[];
  };
  const bytes = Buffer.from(text);
  const made = new Set(
    stmts.flatMap(({ stmt: { CreateStmt: table } }) => (isMade(table) ? table.relation.relname : [])),
  );
  let end = 0;
  return stmts.flatMap(({ stmt, stmt_location: at = 0, stmt_len: length = bytes.length }) => {
    const before = bytes.subarray(end, at).toString();
    end = at + length;
    if (remark.test(before) || isAdded(stmt, made)) return [];
    return bytes.subarray(at, end).toString().replaceAll(/--.*$/gm, '').trim();
  });
}

/** A table that may have been there is not made, and one that belongs to another changes that one. */
const isMade = (table: Statement['CreateStmt']): table is Table =>
  table !== undefined && table.if_not_exists !== true && table.inhRelations === undefined;

function isAdded(statement: Statement, made: Set<string>): boolean {
  const { AlterTableStmt: alter, IndexStmt: index, InsertStmt: insert, CreateTrigStmt: trigger } = statement;
  if (statement.CreateStmt) return isMade(statement.CreateStmt);
  if (alter) return made.has(alter.relation.relname) || alter.cmds.every(({ AlterTableCmd: cmd }) => isAddedTo(cmd));
  // What an older version writes may be twice the same for a new unique index, and is not written with a new trigger in mind.
  if (index) return made.has(index.relation.relname) || (index.concurrent === true && index.unique !== true);
  if (trigger) return made.has(trigger.relation.relname);
  // Rows of a table that was there are read by older versions; before an insert, a query may write elsewhere.
  if (insert) return made.has(insert.relation.relname) && insert.withClause === undefined;
  if (statement.GrantStmt) return statement.GrantStmt.is_grant === true;
  const replaced = statement.CreateFunctionStmt ?? statement.ViewStmt;
  if (replaced) return replaced.replace !== true;
  return Object.keys(statement).every((kind) => harmless.has(kind));
}

/** A column is added without a look at each row when its default is the same for all of them. */
function isAddedTo({ subtype, def }: AlterTableCmd): boolean {
  if (subtype !== 'AT_AddColumn') return subtype === 'AT_ValidateConstraint';
  const { constraints: parts = [], typeName } = def?.ColumnDef ?? {};
  const constraints = parts.map(({ Constraint: constraint }) => constraint);
  const given = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT');
  const isFilled = !constraints.some(({ contype }) => contype === 'CONSTR_NOTNULL') || given !== undefined;
  const others = constraints.filter(
    ({ contype }) => !['CONSTR_DEFAULT', 'CONSTR_NOTNULL', 'CONSTR_NULL'].includes(contype),
  );
  const isNumbered = /serial/.test(JSON.stringify(typeName));
  return isFilled && !isNumbered && others.length === 0 && (given === undefined || isSameForAll(given));
}

function isSameForAll({ raw_expr: value }: Constraint): boolean {
  const isNow = JSON.stringify(value?.FuncCall?.funcname) === JSON.stringify([{ String: { sval: 'now' } }]);
  return value?.A_Const !== undefined || value?.TypeCast?.arg.A_Const !== undefined || isNow;
}
