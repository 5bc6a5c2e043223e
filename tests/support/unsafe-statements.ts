/** What a migration must not do while processes of the release before are running: see CONTRIBUTING. */

const TABLE = String.raw`(?:"\w+"\.)?"?(\w+)"?`

type Rule = { problem: string; pattern: RegExp; isAboutTable?: boolean }

/** The first group of a pattern is its table. A rule about a table allows what the same migration has created. */
const RULES: Rule[] = [
  { problem: 'drops a table', pattern: /^drop table\b/i },
  { problem: 'drops a column', pattern: /^alter table .* drop column\b/is },
  { problem: 'renames', pattern: /^alter table .* rename\b/is },
  {
    problem: 'changes the type of a column',
    pattern: new RegExp(String.raw`^alter table (?:only )?${TABLE} alter column .* type\b`, 'is'),
    isAboutTable: true,
  },
  {
    problem: 'requires a value in a column that the old release leaves out',
    pattern: new RegExp(String.raw`^alter table (?:only )?${TABLE} alter column .* set not null`, 'is'),
    isAboutTable: true,
  },
  {
    problem: 'requires a value in a new column without a default',
    pattern: new RegExp(
      String.raw`^alter table (?:only )?${TABLE} add column (?!.*\bdefault\b).* not null`,
      'is',
    ),
    isAboutTable: true,
  },
  {
    problem: 'checks all rows under a lock',
    pattern: new RegExp(String.raw`^alter table (?:only )?${TABLE} add constraint (?!.*\bnot valid\b)`, 'is'),
    isAboutTable: true,
  },
  {
    problem: 'builds an index under a lock',
    pattern: new RegExp(
      String.raw`^create (?:unique )?index (?!concurrently)(?:if not exists )?\S+ on (?:only )?${TABLE}`,
      'is',
    ),
    isAboutTable: true,
  },
  { problem: 'drops an index under a lock', pattern: /^drop index (?!concurrently)/i },
]

/** The problems of a migration, each with the beginning of its statement. */
export function listUnsafeStatements(migration: string): string[] {
  const statements = migration
    .split('--> statement-breakpoint')
    .map((statement) => statement.replaceAll(/^\s*--.*$/gm, '').trim())
    .filter((statement) => statement !== '')
  const created = new Set(
    statements.flatMap(
      (statement) => new RegExp(`^create table (?:if not exists )?${TABLE}`, 'i').exec(statement)?.[1] ?? [],
    ),
  )
  const concurrent = statements.filter((statement) => /^(create|drop).* concurrently\b/i.test(statement))
  const mixed =
    concurrent.length > 0 && concurrent.length < statements.length
      ? ['mixes indexes that are built concurrently with a transaction']
      : []
  const unsafe = statements.flatMap((statement) =>
    RULES.filter(({ pattern, isAboutTable }) => {
      const found = pattern.exec(statement)
      return found !== null && !(isAboutTable && created.has(found[1] ?? ''))
    }).map(({ problem }) => `${problem}: ${statement.split('\n')[0]?.slice(0, 90)}`),
  )
  return [...mixed, ...unsafe]
}
