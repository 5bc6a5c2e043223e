/** What docs/decisions/retention.md says of how long rows stay. */

const EVERY_SERVICE = 'every service'

/** The tables that the rows of the record name for a service, and those for every service. Owners stand before the first table of a row. */
export function readRetention(record: string, service: string): { own: string[]; shared: string[] } {
  const firstCells = [...record.matchAll(/^\| (?!-)([^|]+)\|/gm)].map(([, cell = '']) => cell)
  const namedBy = (isMeant: (owners: string[]) => boolean) =>
    firstCells.flatMap((cell) => {
      const owners = cell
        .slice(0, cell.indexOf('`'))
        .split(',')
        .map((owner) => owner.trim())
      return isMeant(owners) ? [...cell.matchAll(/`(\w+)`/g)].map(([, table = '']) => table) : []
    })
  return {
    own: namedBy((owners) => owners.includes(service)),
    shared: namedBy((owners) => owners.includes(EVERY_SERVICE)),
  }
}
