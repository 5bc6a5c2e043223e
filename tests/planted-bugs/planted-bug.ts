/** A replacement of a text that occurs exactly once in the file. */
type Change = { file: string; replace: string; with: string }

/** A known kind of bug as a change of this code, and the tests that must turn red with it. */
export type PlantedBug = {
  name: string
  changes: Change[]
  /** Test files to run. */
  run: string[]
  /** Where a file takes long: a pattern for its tests. The unplanted run uses it too. */
  only?: string
  /** Parts of the names of tests that must turn red. */
  red: string[]
}
