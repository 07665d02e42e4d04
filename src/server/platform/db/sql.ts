// The one place from which rooms take their SQL: `sql`select … where id = ${id}`` sends values as parameters, never as
// text. `raw` is the exception: only for words of our own, never for anything that came from outside.
export { default as sql, empty, join, raw, Sql } from 'sql-template-tag';
