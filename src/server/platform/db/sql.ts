// The one place from which rooms take their SQL: `sql`select … where id = ${id}`` sends values as parameters, never as
// text.
export { default as sql, join, Sql } from 'sql-template-tag';
