// The one module that exports SQL to the others: `sql`select … where id = ${id}`` sends values as parameters, never as
// text.
export { default as sql, join, Sql } from 'sql-template-tag';
