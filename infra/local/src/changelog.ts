const SEMANTIC = /^(\d+)\.(\d+)\.(\d+)$/
const UNRELEASED = '## [Unreleased]'

/** The changelog with its unreleased changes under the version. `today` is `yyyy-mm-dd`. Throws for a version that does not follow `previous`, and where nothing has changed. */
export function cutChangelog(
  changelog: string,
  { version, previous, today }: { version: string; previous: string; today: string },
): string {
  if (!isLater(version, previous)) throw new Error(`"${version}" is no version after ${previous}.`)
  const [head, rest] = changelog.split(`${UNRELEASED}\n`)
  if (head === undefined || rest === undefined) throw new Error(`CHANGELOG.md has no line "${UNRELEASED}".`)
  const [changes = ''] = rest.split(/^## /m)
  if (!changes.includes('\n- ')) throw new Error('CHANGELOG.md lists no unreleased change.')
  return `${head}${UNRELEASED}\n\n## [${version}] - ${today}\n${rest}`
}

function isLater(version: string, previous: string): boolean {
  const [left, right] = [version, previous].map((one) => SEMANTIC.exec(one)?.slice(1).map(Number))
  if (!left || !right) return false
  const differing = left.findIndex((part, at) => part !== right[at])
  return differing >= 0 && (left[differing] ?? 0) > (right[differing] ?? 0)
}
